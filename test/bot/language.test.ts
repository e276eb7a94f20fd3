// cspell:ignore Bauplan Beantwortet Nein Personen Punkte Stadt Viele Webclient geantwortet haben März
import { expect } from 'chai';
import { helpCard, inboxCard, noticeCard, outcomeCard, questionCard } from '../../bot/teams/render.ts';
import { helpMessage, homeView, inboxMessage } from '../../bot/slack/inbox.ts';
import { loadingModal, modalErrors, questionModal } from '../../bot/slack/modal.ts';
import { notTakenModal } from '../../bot/slack/notTaken.ts';
import { noticeMessage, outcomeMessage, questionMessage } from '../../bot/slack/render.ts';
import { refusalReply } from '../../bot/slack/replies.ts';
import { testNotice, whenFailed } from '../../bot/shared/words.ts';
import { PROBLEM_CODES, type FieldErrors } from '../../contract/problem.ts';
import { ENGLISH_SPEECH, speechFor, type Speech } from '../../contract/speech.ts';
import { say } from '../../contract/summaries.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { anOutcome, aQuestion, EVERY_TYPE } from '../channels/email/support.ts';
import { stringsIn, untranslated } from '../support/ownWords.ts';
import { INBOX_LINK } from '../support/messages.ts';
import { textOf } from './teams/cards.ts';

const GERMAN = speechFor('de-AT');
const TOKEN = 'a'.repeat(64);

/** Fields without a control in the chats, and lists from elsewhere. */
const ODD: VariableSpec[] = [
  { name: 'score', type: 'range', label: 'Punkte', validation: { min: 0, max: 90, step: 3 } },
  { name: 'plan', type: 'file', label: 'Bauplan', required: true, validation: { hosts: ['files.test'] } },
  { name: 'city', type: 'select', label: 'Stadt', optionsSource: { url: 'https://options.test/' } },
  {
    name: 'many',
    type: 'multiselect',
    label: 'Viele',
    options: Array.from({ length: 900 }, (_, n) => ({ value: `Wert ${n}` })),
  },
];
const recentMessages = ['user', 'ai', 'system'].map((role) => ({ role: role as 'user', content: 'Who pays?' }));
const about = { chatContext: { chatName: 'Travel desk', recentMessages, totalMessages: 12 }, strategy: 'all' as const };
const FORM = aQuestion({ ...about, inputType: 'form', variables: EVERY_TYPE });
const ODD_FORM = aQuestion({ ...about, inputType: 'form', variables: ODD, progress: { answered: 1, of: 3 } });
const CLOSED_FORM = aQuestion({
  inputType: 'form',
  variables: [{ name: 'scan', type: 'file', label: 'Scan', required: true }],
});
const SWITCH = aQuestion({ inputType: 'form', variables: [{ name: 'value', type: 'boolean', required: true }] });
const LONG = aQuestion({ prompt: 'Wort '.repeat(3000) });
const QUESTIONS = [aQuestion(), FORM, ODD_FORM, CLOSED_FORM, SWITCH, LONG];
const OUTCOME = anOutcome({
  text: 'Grace answered: Approve',
  said: say('answeredWith', { name: 'Grace' }, [{ text: 'Approve', word: 'approved' }]),
  channel: 'web',
  progress: { answered: 2, of: 3 },
  answers: Array.from({ length: 40 }, (_, n) => ({
    label: `Tag ${n}`,
    text: '2 March 2026',
    given: {
      inputType: 'form' as const,
      spec: { name: 'day', type: 'date' as const, label: `Tag ${n}` },
      value: '2026-03-02',
    },
  })),
});
const WAITING = anOutcome({
  channel: 'web',
  status: 'answered',
  text: '1 of 3 people have answered.',
  progress: { answered: 1, of: 3 },
});
const ITEMS = Array.from({ length: 30 }, (_, n) => ({
  question: QUESTIONS[n % 5]!,
  token: n % 7 === 0 ? null : TOKEN,
}));

const faultsOf = ({ faults }: Speech): FieldErrors =>
  faults({
    title: { id: 'text', values: {} },
    cost: { id: 'numberTo', values: { max: 4 } },
    'damage.0.item': { id: 'cell', values: {} },
    'damage.1.9': { id: 'column', values: {} },
    strange: { id: 'notAField', values: {} },
  });

/** Text that is the same in both languages: names of types and formats, and identical words. */
const SAME =
  /^(Handback|Flow|Person: |System: |answer:\d+|de-AT|DATE|[a-z_]+|[A-Z][\w.]+\.[\w.]+|#.*|.*\{\{DATE.*|.*<!date.*|\{.*\})$/s;

function expectTranslated(draw: (speech: Speech) => unknown, what: string): void {
  const [english, german] = [ENGLISH_SPEECH, GERMAN].map((speech) => stringsIn(draw(speech)));
  const left = untranslated(
    [QUESTIONS, OUTCOME.flowName, OUTCOME.requester, OUTCOME.prompt, 'Tag '],
    english!,
    german!,
  );
  expect(
    left.filter((text) => !SAME.test(text) && !IN_SCHEMAS.has(text)),
    what,
  ).to.deep.equal([]);
}

/** Words of the platforms' schemas. */
const IN_SCHEMAS = new Set(
  'AdaptiveCard Container TextBlock RichTextBlock TextRun ActionSet ColumnSet Column Medium Small Default None Bolder Lighter Attention Good Warning Bottom'.split(
    ' ',
  ),
);

describe('a chat with a German reader', () => {
  it('leaves no words of ours in English on any card of Teams', () => {
    for (const nativePickers of [false, true])
      for (const [n, question] of QUESTIONS.entries())
        for (const token of [TOKEN, null])
          expectTranslated(
            (speech) => questionCard(question, { token, nativePickers, zone: 'Europe/Vienna', speech }),
            `question ${n}`,
          );
    expectTranslated((speech) => {
      const redo = { typed: { f_title: 'Wort '.repeat(9000), f_pin: '1' }, fields: faultsOf(speech) };
      return questionCard(FORM, { token: TOKEN, redo, speech });
    }, 'a card that comes back');
    expectTranslated((speech) => {
      const confirming = { title: speech.say('answer.confirm', { answer: 'Nein' }), confirmed: 'x', chosen: {} };
      return questionCard(aQuestion(), { token: TOKEN, confirming, speech });
    }, 'a card that asks once more');
    for (const outcome of [OUTCOME, WAITING]) expectTranslated((speech) => outcomeCard(outcome, speech), 'an outcome');
    expectTranslated((speech) => inboxCard(ITEMS, { ...INBOX_LINK, speech }), 'the inbox');
    expectTranslated((speech) => [helpCard(speech), noticeCard(testNotice(speech), null, speech)], 'help');
  });

  it('leaves no words of ours in English in any message or form of Slack', () => {
    const metadata = '{}';
    for (const nativePickers of [false, true])
      for (const [n, question] of QUESTIONS.entries()) {
        for (const token of [TOKEN, null])
          expectTranslated((speech) => questionMessage(question, { token, nativePickers, speech }), `message ${n}`);
        expectTranslated((speech) => questionModal(question, { metadata, nativePickers, speech }), `form ${n}`);
      }
    expectTranslated((speech) => {
      const redo = { typed: {}, fields: faultsOf(speech) };
      const toConfirm = [{ value: 'no', label: 'Nein' }];
      const clock = { zone: 'UTC', isOwn: false };
      return questionModal(FORM, { metadata, redo, toConfirm, clock, speech });
    }, 'a form that comes back');
    expectTranslated((speech) => modalErrors(FORM, faultsOf(speech), speech), 'errors');
    for (const outcome of [OUTCOME, WAITING])
      expectTranslated((speech) => outcomeMessage(outcome, { speech }), 'an outcome');
    expectTranslated(
      (speech) => [inboxMessage(ITEMS, INBOX_LINK, false, speech), homeView(ITEMS, INBOX_LINK, false, speech)],
      'the inbox',
    );
    expectTranslated((speech) => [helpMessage(speech), noticeMessage(testNotice(speech), { speech })], 'help');
    expectTranslated((speech) => {
      const reply = refusalReply('link_unusable', 'https://handback.test/', speech);
      return [loadingModal(speech), notTakenModal(reply, [{ label: 'Tag 1', text: 'Tag 2' }], speech)];
    }, 'other views');
  });

  it('leaves no refusal in English', () => {
    for (const code of PROBLEM_CODES)
      expectTranslated((speech) => whenFailed(code, 'https://handback.test/', speech), code);
  });

  it('is addressed in German', () => {
    const card = JSON.stringify(questionCard(aQuestion(), { token: TOKEN, speech: GERMAN }));
    expect(card)
      .to.include(GERMAN.say('approval.approved'))
      .and.to.include('Antworten bis')
      .and.to.include('"positive"');
    expect(JSON.stringify(outcomeCard(OUTCOME, GERMAN)))
      .to.include(GERMAN.say('summary.answeredWith', { name: 'Grace', answer: GERMAN.say('approval.approved') }))
      .and.to.include('Beantwortet in')
      .and.to.include('Webclient')
      .and.to.include('2. März 2026');
  });

  it('is told once how many have answered while others still can', () => {
    const inSlack = JSON.stringify(outcomeMessage(WAITING, { speech: GERMAN }).blocks);
    for (const shown of [textOf(outcomeCard(WAITING, GERMAN)), inSlack])
      expect(shown.split('1 von 3 Personen haben geantwortet')).to.have.lengthOf(2);
  });
});
