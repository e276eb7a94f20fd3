import { expect } from 'chai';
import { LIMITS } from '../../../bot/teams/limits.ts';
import { typedTextMessages } from '../../../bot/teams/typedText.ts';
import { speechFor } from '../../../contract/speech.ts';
import { hasForm, NAMES, textOf, useTeams } from './teamsStage.ts';

const OPTIONS = [{ value: 'keep' }, { value: 'burn', confirm: true }];
/** Two bytes each: more than fits in a card. */
const LONG = 'ж'.repeat(14_000);

describe('text that is given back', () => {
  it("stands below the label of its field, in the writer's language", () => {
    const speech = speechFor('de');
    const words = ['value', 'comment', 'why'].map((name) => ({ name, text: `${name}, as it was typed` }));
    const [said] = typedTextMessages([...words, { name: 'empty', text: ' ' }], speech);
    const labels = [speech.say('answer.label'), speech.say('comment.label'), 'why'];
    const lines = words.map(({ text }, n) => `${labels[n]}:\n${text}`);
    expect(said).to.equal([speech.say('message.typed'), ...lines].join('\n\n'));
    expect(typedTextMessages([{ name: 'why', text: '' }], speech)).to.deep.equal([]);
    expect(typedTextMessages([{ name: 'Why?', text: 'So' }], speech)[0], 'no second mark').to.match(/\n\nWhy\?\nSo$/);
  });

  it('comes whole, in messages that Teams takes, in any script', () => {
    for (const sign of ['字', '👨‍👩‍👧‍👦', 'x']) {
      const text = sign.repeat(20_000 / sign.length);
      const said = typedTextMessages([{ name: 'why', text }], speechFor('en'));
      expect(said.join(''), sign)
        .to.match(/^This is .*\n\nwhy:\n/)
        .and.include(text);
      for (const each of said) expect(Buffer.byteLength(each), sign).to.be.at.most(LIMITS.cardBytes);
      for (const each of said.slice(1)) expect(each.replaceAll(sign, ''), sign).to.equal('');
    }
  });
});

describe('typed text for which a returned Teams card has no room (behaviour 4.1)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace'));

  it('is given back below it, with errors and with a confirmation', async () => {
    await stage.askInTeams({
      inputType: 'form',
      prompt: 'And the files?',
      assignees: { users: [NAMES.grace] },
      variables: [
        { name: 'what', type: 'select', required: true, options: OPTIONS },
        { name: 'why', type: 'textarea' },
        { name: 'pin', type: 'password' },
      ],
    });
    await stage.tick();
    const copy = stage.last('grace');
    for (const what of ['', 'o1']) {
      const before = stage.shown('grace').length;
      await stage.submit('grace', copy, { f_what: what, f_why: LONG, f_pin: 'hunter2' });
      const said = stage.shown('grace').slice(before);
      expect(said.map(({ card }) => card)).to.deep.equal([null, null]);
      const words = said.map(({ text }) => text).join('');
      expect(words)
        .to.match(/^This is what you entered\./)
        .and.include(`why:\n${LONG}`);
      expect(words).to.not.include('hunter2');
      const card = stage.shown('grace').find(({ activityId }) => activityId === copy.activityId)!;
      expect(hasForm(card), 'the card stands').to.equal(true);
      expect(textOf(card)).to.include('too long to be put back');
    }
    const before = stage.shown('grace').length;
    await stage.submit('grace', copy, { f_what: '', f_why: 'Short.' });
    expect(stage.shown('grace'), 'what has room is not said twice').to.have.length(before);
  });
});
