import { expect } from 'chai';
import fc from 'fast-check';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { homeView, helpMessage, inboxMessage } from '../../../bot/slack/inbox.ts';
import { checkLimits } from '../../../bot/slack/limits.ts';
import { loadingModal, modalErrors, noteModal, questionModal } from '../../../bot/slack/modal.ts';
import { parseModal } from '../../../bot/slack/parse.ts';
import { noticeMessage, outcomeMessage, questionMessage } from '../../../bot/slack/render.ts';
import { fit } from '../../../bot/slack/text.ts';
import {
  aForm,
  anyOutcome,
  anyQuestion,
  anyText,
  buttonsOf,
  EVIL,
  inputsOf,
  ofType,
  submittedAsIs,
  TOKEN,
  type Drawn,
} from './renderSupport.ts';
import { aNotice } from '../../support/notices.ts';
import { INBOX_LINK } from '../../support/messages.ts';

const RUNS = { numRuns: 100 };
const metadata = '{"r":"x"}';
const delivery = { token: TOKEN, deliveryId: 'd1' };

/** Our own words in bold, a date, or an address declared as a link: nothing that others wrote. */
const OURS =
  /^(\*[A-Z][a-z ]+\*|<!date\^\d+\^\{date_short_pretty\} at \{time\}\|[A-Za-z0-9,: ]+ UTC>|<https?:\/\/[^\s<>|]+\|[a-z0-9.:-]+>)$/;

/** What must hold for everything that goes to Slack. */
function expectSafe(drawn: Drawn): void {
  expect(checkLimits(drawn)).to.deep.equal([]);
  for (const { text } of ofType(drawn, 'mrkdwn')) expect(text).to.match(OURS);
  if ('text' in drawn) expect(drawn.text).not.to.match(/[<>]|&(?!amp;|lt;|gt;)/);
  const answers = buttonsOf(drawn).filter(({ action_id }) => action_id.startsWith('answer:'));
  expect(new Set(answers.map(({ action_id }) => action_id)).size).to.equal(answers.length);
  for (const { url } of buttonsOf(drawn)) if (url) expect(url).to.match(/^https:\/\/handback\.test\//);
}

describe('the limits of Slack', function () {
  this.timeout(120_000);

  it('are kept by every question, however long its texts or many its options', () => {
    fc.assert(
      fc.property(anyQuestion, fc.boolean(), (question, nativePickers) => {
        expectSafe(questionMessage(question, { ...delivery, nativePickers }));
        expectSafe(questionMessage(question, { ...delivery, token: null }));
      }),
      RUNS,
    );
  });

  it('are kept if everything has its maximum length', () => {
    const long = (characters: number): string => 'w'.repeat(characters);
    const options = Array.from({ length: 5 }, (_, n) => ({ value: `${n}`, label: `${long(499)}${n}`, confirm: true }));
    const facts = Array.from({ length: 10 }, () => ({ label: long(80), kind: 'text' as const, value: long(500) }));
    const attachments = Array.from({ length: 10 }, (_, n) => ({
      label: long(80),
      kind: 'link' as const,
      url: `https://a.test/${n}${long(80)}`,
    }));
    const question = aForm({ name: 'x', type: 'select', label: long(500), description: long(2000), options });
    const recentMessages = Array.from({ length: 10 }, () => ({ role: 'user' as const, content: long(500) }));
    const chatContext = { chatName: long(500), recentMessages, totalMessages: 50 };
    const about = { facts, attachments, chatContext, flowName: long(5000), requester: long(500) };
    const askedAs = { kind: 'group' as const, name: long(500) };
    const progress = { answered: 1, of: 20 };
    expectSafe(
      questionMessage({ ...question, ...about, askedAs, progress, prompt: `Title\n${'word '.repeat(4000)}` }, delivery),
    );
  });

  it('are kept by every form, also one that comes back with errors', () => {
    fc.assert(
      fc.property(anyQuestion, fc.boolean(), anyText(3000), (question, nativePickers, error) => {
        const view = questionModal(question, { metadata, nativePickers });
        expectSafe(view);
        const fields = Object.fromEntries(question.variables.map(({ name }) => [name, error]));
        expectSafe(questionModal(question, { metadata, nativePickers, redo: { typed: submittedAsIs(view), fields } }));
      }),
      RUNS,
    );
  });

  it('are kept by every outcome, notice and note', () => {
    fc.assert(
      fc.property(anyOutcome, anyText(5000), (outcome, text) => {
        expectSafe(outcomeMessage(outcome, { deliveryId: 'd1' }));
        expectSafe(noticeMessage(aNotice(text, { title: text, text }), { token: 't' }));
        expectSafe(noteModal({ title: 'slack.notTakenTitle', text, webUrl: outcome.webUrl }, ENGLISH_SPEECH));
      }),
      RUNS,
    );
  });

  it('are kept by every inbox, however many questions wait', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { maxLength: 3 }), fc.integer({ min: 1, max: 40 }), (questions, times) => {
        const items = Array.from({ length: times }, () =>
          questions.map((question) => ({ question, token: TOKEN })),
        ).flat();
        expectSafe(inboxMessage(items, INBOX_LINK));
        expectSafe(homeView(items, INBOX_LINK));
      }),
      { numRuns: 25 }, // each draws up to 35 questions
    );
  });

  it('are kept by the constant messages', () => {
    [loadingModal(ENGLISH_SPEECH), helpMessage(), inboxMessage([], INBOX_LINK), homeView([], INBOX_LINK)].forEach(
      expectSafe,
    );
  });

  it('leave errors only at fields of the open form', () => {
    fc.assert(
      fc.property(anyQuestion, anyText(3000), (question, error) => {
        const blocks = inputsOf(questionModal(question, { metadata })).map(({ block_id }) => block_id!);
        const fields = Object.fromEntries(
          [...question.variables.map(({ name }) => name), 'comment', 'strange'].map((name) => [name, error]),
        );
        const errors = modalErrors(question, fields, ENGLISH_SPEECH);
        if (blocks.length > 0) expect(errors).to.have.all.keys(blocks);
      }),
      RUNS,
    );
  });

  it('let typed text be read back without a throw, whatever comes', () => {
    fc.assert(
      fc.property(anyQuestion, anyText(3000), (question, typed) => {
        const view = questionModal(question, { metadata });
        parseModal(question, submittedAsIs(view));
        const strange = Object.fromEntries(inputsOf(view).map(({ block_id }) => [block_id!, { v: { value: typed } }]));
        parseModal(question, strange);
      }),
      RUNS,
    );
  });
});

describe('cutting a text', () => {
  it('never exceeds the requested length, and never splits a visible character', () => {
    fc.assert(
      fc.property(anyText(5000), fc.integer({ min: 10, max: 3000 }), (text, max) => {
        const cut = fit(text, max);
        expect(cut.length).to.be.at.most(max);
        if (text.length <= max) expect(cut).to.equal(text);
      }),
    );
    expect(fit('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 15)).to.equal('👨‍👩‍👧‍👦…');
    expect(fit('e\u0301'.repeat(10), 8)).to.equal(`${'e\u0301'.repeat(3)}…`);
    expect(fit(`a${'\u0301'.repeat(50)}`, 10)).to.have.length(10);
  });
});

describe('texts by others', () => {
  for (const evil of EVIL)
    it(`show ${evil} and do nothing`, () => {
      fc.assert(
        fc.property(anyQuestion, (question) => {
          const spec = question.variables[0]!;
          const variables = [{ ...spec, label: evil, description: evil, options: [{ value: evil, label: evil }] }];
          const told = { ...question, variables, prompt: evil, flowName: evil, requester: evil };
          expectSafe(questionMessage(told, delivery));
          expectSafe(questionModal(told, { metadata }));
        }),
        { numRuns: 5 },
      );
    });
});
