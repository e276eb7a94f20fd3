import { expect } from 'chai';
import type { Question } from '../../../contract/messages.ts';
import { ENGLISH_SPEECH, speechFor } from '../../../contract/speech.ts';
import { writeMetadata } from '../../../bot/slack/actionValues.ts';
import { passwordInputs } from '../../../bot/slack/capabilities.ts';
import { questionModal } from '../../../bot/slack/modal.ts';
import { checkLimits } from '../../../bot/slack/limits.ts';
import { notTakenMessages, notTakenModal, typedIn } from '../../../bot/slack/notTaken.ts';
import { aForm, inputsOf, textsOf } from './renderSupport.ts';

const metadata = '{}';
const LONG = 'All that an author has to say. '.repeat(70).slice(0, 2000);
const { say } = ENGLISH_SPEECH;
const helper = { nameOf: async () => 'Helper' };
const writer = { speech: ENGLISH_SPEECH, clock: { zone: 'UTC' } };

/** The form as Slack returns it with what was typed. */
function submitted(question: Question, values: object, nativePickers = false) {
  const opened = { requestId: 'r', token: 't', message: null, passwords: passwordInputs(question, nativePickers) };
  return { ...questionModal(question, { metadata: writeMetadata(opened), nativePickers }), state: { values } };
}

describe('the hints of a form in Slack', () => {
  it('say what to type, and that a password is visible, however much the author writes', () => {
    const question = aForm(
      { name: 'pin', type: 'password', description: LONG },
      { name: 'day', type: 'date', description: LONG },
      { name: 'why', type: 'text', description: LONG },
    );
    const hints = inputsOf(questionModal(question, { metadata })).map(({ hint }) => hint!.text);
    expect(hints[0])
      .to.match(/^All that an author/)
      .and.include(`…\n${say('slack.passwordInClear')}`);
    expect(hints[1]).to.include(`…\n${say('hint.date')}`);
    expect(hints[2], 'where nothing else is to be said').to.equal(LONG.trim());
  });
});

describe('a default that is too long for Slack', () => {
  it('is left out of the form, which says so', () => {
    const question = aForm(
      { name: 'why', type: 'textarea', default: 'word '.repeat(700) },
      { name: 'tree', type: 'hierarchy', default: [{ label: 'x'.repeat(3001), children: [] }] },
      { name: 'short', type: 'textarea', default: 'word' },
    );
    const fields = inputsOf(questionModal(question, { metadata }));
    expect(fields.map(({ element }) => 'initial_value' in element)).to.deep.equal([false, false, true]);
    const says = fields.map(({ hint }) => hint?.text.includes(say('bot.lostDefault')) ?? false);
    expect(says).to.deep.equal([true, true, false]);
  });
});

describe('what was typed into a refused form', () => {
  it('contains no password, however much the author writes about it', async () => {
    const question = aForm({ name: 'pin', type: 'password', description: LONG }, { name: 'why', type: 'text' });
    const values = { f_pin: { v: { value: 'hunter2' } }, f_why: { v: { value: 'Because' } } };
    const typed = await typedIn(submitted(question, values), helper, writer);
    expect(typed).to.deep.equal([{ label: 'why', text: 'Because' }]);
  });

  it('contains no password, whatever the hints of the form said', async () => {
    const files = { name: 'scan', type: 'file' } as const;
    const question = aForm(files, { name: 'why', type: 'text' }, { name: 'pin', type: 'password' });
    const values = { f_pin: { v: { value: 'hunter2' } }, f_why: { v: { value: 'Because' } } };
    const form = submitted(question, values);
    const blocks = form.blocks.map((block) => ({ ...block, hint: { text: 'In the words of another version.' } }));
    const typed = await typedIn({ ...form, blocks }, helper, writer);
    expect(typed).to.deep.equal([{ label: 'why', text: 'Because' }]);
    const unmarked = { ...form, private_metadata: writeMetadata({ requestId: 'r', token: 't', message: null }) };
    expect(await typedIn(unmarked, helper, writer), 'a form of an earlier version').to.deep.equal([]);
  });

  it('comes whole, in as many messages as it takes, if the form was closed', () => {
    const typed = [1, 2, 3, 4, 5, 6].map((n) => ({ label: `Field ${n}`, text: `${n}`.repeat(3000) }));
    const emoji = { label: 'x'.repeat(2000), text: '👨‍👩‍👧‍👦'.repeat(700) };
    const messages = notTakenMessages({ text: 'Too late.' }, [...typed, emoji], ENGLISH_SPEECH);
    for (const message of messages) expect(checkLimits(message)).to.deep.equal([]);
    const texts = messages.flatMap(textsOf);
    expect(texts.slice(0, 2)).to.deep.equal(['Too late.', say('message.typed')]);
    for (const { text } of [...typed, emoji]) expect(texts.join('')).to.include(text);
    expect(messages).to.have.length(3);
    expect(notTakenMessages({ text: 'Too late.' }, [], ENGLISH_SPEECH).map(textsOf)).to.deep.equal([['Too late.']]);
  });

  it('is on the form as far as it has room, which says if it is not all', () => {
    const typed = (count: number, text: string) =>
      Array.from({ length: count }, (_field, n) => ({ label: `Field ${n}`, text: `${text} ${n}` }));
    const few = notTakenModal({ text: 'Too late.' }, typed(60, 'Because'), ENGLISH_SPEECH);
    expect(few.isWhole).to.equal(true);
    expect(textsOf(few.view).join('')).to.include('Because 59').and.include(say('message.typed'));
    for (const all of [typed(99, 'Because'), typed(60, 'x'.repeat(2995)), typed(50, 'ä'.repeat(2900))]) {
      const { view, isWhole } = notTakenModal({ text: 'Too late.' }, all, ENGLISH_SPEECH);
      expect(checkLimits(view)).to.deep.equal([]);
      expect(isWhole).to.equal(false);
      expect(textsOf(view).slice(2, 4)).to.deep.equal(['Too late.', say('slack.typedInMessages')]);
      expect(textsOf(view).join('')).to.include(all[30]!.text);
    }
  });

  it('tells dates and times in words, in the zone in which they were picked, which it names', async () => {
    const question = aForm(
      { name: 'at', type: 'datetime' },
      { name: 'day', type: 'date' },
      { name: 'by', type: 'time' },
    );
    const values = {
      f_at: { v: { selected_date_time: Date.parse('2026-12-24T18:30+01:00') / 1000 } },
      f_day: { v: { selected_date: '2026-12-31' } },
      f_by: { v: { selected_time: '09:15' } },
    };
    const inBerlin = { speech: speechFor('de'), clock: { zone: 'Europe/Berlin' } };
    const german = await typedIn(submitted(question, values, true), helper, inBerlin);
    const texts = ['24. Dezember 2026, 18:30 (UTC+01:00)', '31. Dezember 2026', '09:15']; // cspell:disable-line
    expect(german.map(({ text }) => text)).to.deep.equal(texts);
    const [moment] = await typedIn(submitted(question, values, true), helper, writer);
    expect(moment!.text, 'if nobody knows their zone').to.equal('24 December 2026, 17:30 UTC');
  });

  it('names the people who were picked, as Slack names them, even if it does not tell all names', async () => {
    const question = aForm({ name: 'who', type: 'user' }, { name: 'guests', type: 'multiuser' });
    const values = { f_who: { v: { selected_user: 'U1' } }, f_guests: { v: { selected_users: ['U2', 'U1'] } } };
    const nameOf = async (id: string) => (id === 'U1' ? 'Alan Turing' : Promise.reject(new Error('Slack is busy')));
    const typed = await typedIn(submitted(question, values, true), { nameOf }, writer);
    expect(typed.map(({ text }) => text)).to.deep.equal(['Alan Turing', `${say('bot.nameless')}\nAlan Turing`]);
  });
});
