import { expect } from 'chai';
import { errorsOf } from '../../../contract/answers.ts';
import type { Question } from '../../../contract/messages.ts';
import { PROBLEM_CODES } from '../../../contract/problem.ts';
import { ENGLISH_SPEECH, speechFor } from '../../../contract/speech.ts';
import { fieldLabel } from '../../../contract/spoken.ts';
import { VARIABLE_TYPES, type VariableSpec } from '../../../contract/variables.ts';
import { needsWebClient } from '../../../bot/shared/answerable.ts';
import { fallbackInput } from '../../../bot/shared/fallbackInput.ts';
import { fieldId } from '../../../bot/shared/fieldNames.ts';
import { flattenOptions, valueOfChoice } from '../../../bot/shared/flattenOptions.ts';
import { takeAnswer } from '../../../bot/shared/takeAnswer.ts';
import { commandIn } from '../../../bot/shared/commands.ts';
import * as words from '../../../bot/shared/words.ts';
import { CAPABILITIES } from '../../../bot/teams/capabilities.ts';
import { outcomeMessage } from '../../../bot/slack/render.ts';
import { outcomeCard } from '../../../bot/teams/render.ts';
import { anOutcome, aQuestion } from '../../channels/email/support.ts';
import { textsOf } from '../slack/renderSupport.ts';
import { textOf } from '../teams/cards.ts';

const SPEC: VariableSpec = {
  name: 'site',
  type: 'select',
  options: [
    { value: 'a,b', label: 'Berlin' },
    {
      label: 'France',
      options: [
        { value: 'par', label: 'Paris' },
        { value: 'lyo', label: 'Lyon', disabled: true },
      ],
    },
    { label: 'Texas', options: [{ value: 'tx', label: 'Paris', description: 'The other one' }] },
    { value: 'constructor' },
  ],
};

describe('options in a chat', () => {
  it('are flat, in order, without disabled ones, and labels that look alike are told apart', () => {
    expect(flattenOptions(SPEC)).to.deep.equal([
      { id: 'o0', label: 'Berlin', value: 'a,b', description: null },
      { id: 'o1', label: 'Paris (France)', value: 'par', description: null },
      { id: 'o3', label: 'Paris (Texas)', value: 'tx', description: 'The other one' },
      { id: 'o4', label: 'constructor', value: 'constructor', description: null },
    ]);
    expect(flattenOptions({})).to.deep.equal([]);
  });

  it("show their icon's emoji before the label", () => {
    const options = [
      { value: 'a', icon: 'truck' },
      { value: 'b', icon: '🌵' },
      { value: 'c', icon: 'unicorn' },
    ];
    expect(flattenOptions({ options }).map(({ label }) => label)).to.deep.equal(['🚚 a', '🌵 b', 'c']);
  });

  it('come back as their value; an unknown id comes back unchanged', () => {
    for (const { id, value } of flattenOptions(SPEC)) expect(valueOfChoice(SPEC, id)).to.equal(value);
    expect(valueOfChoice(SPEC, 'o2')).to.equal('lyo');
    for (const id of ['o5', 'o00', 'o-1', '0', 'o1.0', '', 'par', '__proto__', 'o999999'])
      expect(valueOfChoice(SPEC, id)).to.equal(id);
  });
});

describe('fields in a chat', () => {
  it('have their own ids', () => {
    expect(fieldId({ name: 'token' })).to.equal('f_token');
    expect(fieldLabel({ name: 'value' }, ENGLISH_SPEECH)).to.equal('Your answer');
    expect(fieldLabel({ name: 'value', label: 'Cost' }, ENGLISH_SPEECH)).to.equal('Cost');
    expect(fieldLabel({ name: 'cost' }, ENGLISH_SPEECH)).to.equal('cost');
  });

  it('say, if they fall back, what the web client offers and what to type here', () => {
    const silent = ['text', 'string', 'textarea', 'multiline', 'hidden'];
    for (const type of VARIABLE_TYPES) {
      const { hint } = fallbackInput(
        { name: 'x', type, columns: [{ name: 'a', label: 'Item', type: 'number' }] },
        ENGLISH_SPEECH,
      );
      if (silent.includes(type)) expect(hint, type).to.equal('');
      else expect(hint, type).to.match(/web client/);
    }
    expect(
      fallbackInput({ name: 'x', type: 'table', columns: [{ name: 'a', type: 'boolean' }] }, ENGLISH_SPEECH),
    ).to.deep.include({
      isMultiline: true,
    });
    expect(fallbackInput({ name: 'x', type: 'table' }, ENGLISH_SPEECH).hint).to.match(/in this order: $/);
    expect(
      fallbackInput({ name: 'x', type: 'range', validation: { max: 10, step: 2 } }, ENGLISH_SPEECH).hint,
    ).to.include('from 0 to 10, in steps of 2.');
    expect(fallbackInput({ name: 'x', type: 'range' }, ENGLISH_SPEECH).isMultiline).to.equal(false);
    const clock = { zone: 'Europe/Berlin', isOwn: true };
    expect(fallbackInput({ name: 'x', type: 'datetime' }, ENGLISH_SPEECH, clock).hint).to.match(
      /HH:mm\. Your time, Europe\/Berlin\.$/,
    );
    expect(fallbackInput({ name: 'x', type: 'time' }, ENGLISH_SPEECH, clock).hint).to.not.include('Berlin');
  });

  it('need the web client if a required one exists only there', () => {
    const asks = (required: boolean): Pick<Question, 'variables'> => ({
      variables: [{ name: 'x', type: 'file', required }],
    });
    expect(needsWebClient(asks(true), CAPABILITIES)).to.equal(true);
    expect(needsWebClient(asks(false), CAPABILITIES)).to.equal(false);
    const atHost = { name: 'x', type: 'file', required: true, validation: { hosts: ['files.test'] } } as const;
    expect(
      needsWebClient({ variables: [{ ...atHost, validation: { hosts: ['files.test'] } }] }, CAPABILITIES),
    ).to.equal(false);
    expect(fallbackInput({ ...atHost, validation: { hosts: ['files.test'] } }, ENGLISH_SPEECH)).to.deep.equal({
      hint: 'Files are uploaded in the web client; here, type the https address of a file at files.test, one per line.',
      isMultiline: true,
    });
  });

  it('are a single field if a question asks for only one thing', () => {
    expect(words.singleField({ variables: [SPEC] })).to.equal(SPEC);
    expect(words.singleField({ variables: [SPEC, SPEC] })).to.equal(null);
    expect(words.singleField({ variables: [{ name: 'x', type: 'hidden' }] })).to.equal(null);
  });
});

describe('the words of the chats', () => {
  it('are cut between characters, and say so', () => {
    expect(words.cut('abc', 3)).to.equal('abc');
    expect(words.cut('👩‍💻👩‍💻', 6)).to.equal('👩‍💻👩‍💻');
    expect(words.cut('😀😀😀', 3)).to.equal('😀😀😀');
    expect(words.cut('ab cd', 4)).to.equal('ab…');
    expect(words.cut('abc', 0)).to.equal('');
    expect(words.cutWithPointer('abc', 3, ENGLISH_SPEECH)).to.equal('abc');
    expect(words.cutWithPointer('x'.repeat(100), 50, ENGLISH_SPEECH)).to.match(/^x+ … the rest is in the web client$/);
    expect(words.cutWithPointer('x'.repeat(100), 5, ENGLISH_SPEECH)).to.equal('… the rest is in the web client');
  });

  it('are never cut inside what a reader sees as one character', () => {
    const [family, flag, accented] = ['👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301'];
    for (const sign of [family, flag, accented])
      for (let most = 12; most < 40; most++) {
        const kept = words.cut(sign.repeat(30), most);
        expect(kept.replaceAll(sign, ''), `${sign}, ${most}`).to.equal('…');
        const pointed = words.cutWithPointer(`${'x'.repeat(9)}${sign.repeat(40)}`, 30 + most, ENGLISH_SPEECH);
        expect(pointed.replaceAll(sign, ''), `${sign}, ${most}`).to.match(/^x{0,9} … the rest is in the web client$/);
      }
    expect([...words.cut(`e${'\u0301'.repeat(500)}`, 10)], 'but a pile of accents is').to.have.length(10);
  });

  it('speak of one answer as of one, and name no button that is not there', () => {
    const answersOf = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `${n}`, text: 'x' }));
    const [ten, thirty] = [10, 30].map((shown) => anOutcome({ answers: answersOf(shown + 1) }));
    expect(textsOf(outcomeMessage(ten!))).to.include('One more of your answers is in the web client.');
    expect(textOf(outcomeCard(thirty!))).to.include('One more answer is in the web client.');
    // the button may be called "With a comment…", or like an option
    for (const { say } of [ENGLISH_SPEECH, speechFor('de')])
      expect(say('slack.formNotOpened')).to.not.include(say('slack.openForm'));
  });

  it('name the wrong cell of a table, and errors that no field shows', () => {
    const spec: VariableSpec = {
      name: 'damage',
      type: 'table',
      columns: [{ name: 'item', label: 'Item', type: 'text' }],
    };
    const fields = {
      damage: 'Enter at least one row.',
      'damage.0.item': 'Write something here.',
      'damage.1.5': 'This is not a column of this table.',
      'damage.2': 'Enter a row.',
      other: 'This is not a field of this form.',
    };
    expect(errorsOf(spec, fields, ENGLISH_SPEECH)).to.deep.equal([
      'Enter at least one row.',
      'Row 1, Item: Write something here.',
      'Row 2, column 5: This is not a column of this table.',
      'Row 3: Enter a row.',
    ]);
    expect(words.otherErrors([spec], fields)).to.deep.equal(['This is not a field of this form.']);
    expect(errorsOf({ name: 'constructor', type: 'text' }, {}, ENGLISH_SPEECH)).to.deep.equal([]);
  });

  it('tell people who could not answer what happened, and where they can continue', () => {
    const url = aQuestion().webUrl;
    const linked = PROBLEM_CODES.filter((code) => words.whenFailed(code, url, ENGLISH_SPEECH).endsWith(url));
    expect(linked).to.not.include.members(['not_assignee', 'already_responded', 'request_closed', 'not_found']);
    expect(linked).to.include.members(['unavailable', 'internal', 'link_unusable', 'rate_limited']);
    expect(words.whenFailed('internal', url, ENGLISH_SPEECH)).to.equal(
      `Your answer could not be recorded. The question is still open in the web client: ${url}`,
    );
  });

  it('tell apart why a copy cannot be used', async () => {
    const said = async (why?: 'unknown' | 'used' | 'expired') => {
      const values = { webUrl: 'https://handback.test', ...(why && { why }) };
      const host = { inboxUrl: '', log: console as never, answer: async () => refused(values) };
      const taken = await takeAnswer(host, {} as never);
      return taken.kind === 'refused' ? words.whenFailed(taken.code, taken.webUrl, ENGLISH_SPEECH) : '';
    };
    const refused = (values: { webUrl: string }) => ({ kind: 'refused', id: 'link_unusable', values }) as const;
    expect(await said('unknown')).to.match(/^This copy of the question is not known here.*handback\.test$/);
    expect(await said('used')).to.match(/has been used already/);
    expect(await said('expired')).to.match(/has expired/);
    expect(await said()).to.match(/cannot be used any more/);
  });

  it('quote the end of a conversation', () => {
    const recentMessages = [
      { role: 'user' as const, content: 'one\ntwo' },
      { role: 'ai' as const, content: 'x'.repeat(30) },
    ];
    const context = { chatName: 'Travel', recentMessages, totalMessages: 2 };
    expect(words.contextOf(context, { messages: 5, characters: 10 }, ENGLISH_SPEECH)).to.deep.equal({
      title: 'Conversation in “Travel”',
      lines: [
        { who: 'Person', text: 'one two' },
        { who: 'Assistant', text: `${'x'.repeat(9)}…` },
      ],
    });
    expect(words.contextOf(context, { messages: 1, characters: 10 }, ENGLISH_SPEECH)!.title).to.equal(
      'Conversation in “Travel” (the last 1 of 2 messages)',
    );
    expect(words.contextOf(context, { messages: 0, characters: 10 }, ENGLISH_SPEECH)).to.equal(null);
  });

  it('count', () => {
    const { say } = ENGLISH_SPEECH;
    expect([0, 1, 2].map((count) => say('bot.inbox', { count }))).to.deep.equal([
      'Nothing waits for you',
      'One question waits for you',
      '2 questions wait for you',
    ]);
    expect([1, 2].map((count) => say('bot.inboxMore', { count }))).to.deep.equal([
      'One more is in the web client.',
      '2 more are in the web client.',
    ]);
    expect(words.progressText({ answered: 2, of: 5 }, ENGLISH_SPEECH)).to.equal('2 of 5 people have answered');
  });
});

describe('the test message of a chat', () => {
  it('says how to see whether answers arrive, because sending it proves only one direction', () => {
    for (const language of ['en', 'de']) {
      const speech = speechFor(language);
      const [, word = ''] = /[“„](\w+)[”“]/.exec(words.testNotice(speech).text) ?? [];
      expect(commandIn(word), word).to.equal('help');
      expect(words.helpLines(speech).join('\n'), 'the same word').to.include(word);
    }
  });
});
