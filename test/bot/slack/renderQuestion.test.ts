import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import type { PromptBlock } from '../../../contract/promptContent.ts';
import { homeView, inboxMessage } from '../../../bot/slack/inbox.ts';
import { checkLimits } from '../../../bot/slack/limits.ts';
import { parseChoice } from '../../../bot/slack/parse.ts';
import { readMetadata, readButtonValue, writeMetadata } from '../../../bot/slack/actionValues.ts';
import { noticeMessage, outcomeMessage, questionMessage } from '../../../bot/slack/render.ts';
import { aForm, anOutcome, APPROVAL, aQuestion, buttonsOf, textsOf, TOKEN } from './renderSupport.ts';
import { aNotice } from '../../support/notices.ts';
import { INBOX_LINK } from '../../support/messages.ts';

const options = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v,${index}` }));
const draw = (question = aQuestion()) => questionMessage(question, { token: TOKEN, deliveryId: 'd1' });
const labels = (drawn: unknown): string[] => buttonsOf(drawn).map(({ text }) => text.text);

describe('a question in Slack', () => {
  it('starts with the decision, then the ways to answer, then the background', () => {
    const question = aQuestion({
      strategy: 'all',
      progress: { answered: 2, of: 5 },
      chatContext: {
        chatName: 'Travel',
        recentMessages: ['one', 'two', 'three', 'x'.repeat(500)].map((content) => ({ role: 'user', content })),
        totalMessages: 40,
      },
    });
    expect(textsOf(draw(question))).to.deep.equal([
      'Approve the expense of 900 EUR?',
      'A train to the compiler conference in Paris, two nights.',
      'Approve',
      'Reject',
      'Open in Handback',
      '*Answer by*',
      '<!date^1772461800^{date_short_pretty} at {time}|Monday, 2 March 2026, 14:30 UTC>',
      '*Flow*',
      'Expense approval',
      '*Asked by*',
      'Grace Hopper',
      '*So far*',
      '2 of 5 people have answered',
      `Conversation in “Travel” (the last 3 of 40 messages)\nPerson: two\nPerson: three\nPerson: ${'x'.repeat(119)}…`,
    ]);
  });

  it('carries the id of its delivery, and a line for notifications', () => {
    const message = draw();
    expect(message.metadata).to.deep.equal({ event_type: 'handback_delivery', event_payload: { delivery_id: 'd1' } });
    expect(message.text).to.equal('Approve the expense of 900 EUR? (Expense approval, asked by Grace Hopper)');
  });

  it("removes Slack's markup from the line for notifications", () => {
    const { text } = draw(aQuestion({ prompt: '<!channel> & <https://evil.test|you>' }));
    expect(text).to.match(/^&lt;!channel&gt; &amp; &lt;https:\/\/evil\.test\|you&gt; \(/);
  });

  it('counts link addresses, also in the title, and says where the rest is', () => {
    const spans = Array.from({ length: 40 }, (_, n) => ({
      text: `Link ${n} `,
      href: `https://a.test/${n}/${'x'.repeat(900)}`,
    }));
    const asked = (content: PromptBlock[]) => draw(aQuestion({ title: 'Title', prompt: 'Title', content }));
    const contents: PromptBlock[][] = [
      [
        { kind: 'heading', spans: [{ text: 'Title' }] },
        { kind: 'paragraph', spans },
      ],
      [{ kind: 'heading', spans }],
      [{ kind: 'table', head: [[{ text: 'A' }]], rows: spans.map((span) => [[span]]) }],
    ];
    for (const content of contents) {
      const message = asked(content);
      expect(checkLimits(message)).to.deep.equal([]);
      expect(JSON.stringify(message.blocks).length).to.be.below(10_000);
      expect(textsOf(message).join('\n')).to.include('the rest is in the web client');
    }
  });

  it('says where the rest is at the end of a prompt that was cut', () => {
    const [, rest] = textsOf(draw(aQuestion({ prompt: `Title\n${'word '.repeat(4000)}` })));
    expect(rest).to.match(/ … the rest is in the web client$/);
    expect(rest).to.have.length.within(2900, 3000);
  });

  describe('is answered', () => {
    it('with one press that carries an opaque id, for a choice of at most five options', () => {
      for (const count of [1, 5]) {
        const question = aQuestion({ inputType: 'choice', variables: [{ ...APPROVAL, options: options(count) }] });
        const presses = buttonsOf(draw(question)).filter(({ action_id }) => action_id.startsWith('answer:'));
        expect(presses.map(({ action_id }) => action_id)).to.deep.equal(options(count).map((_, i) => `answer:${i}`));
        const read = presses.map(({ value }) => readButtonValue(value)!);
        expect(read[0]).to.deep.equal({ requestId: question.requestId, token: TOKEN, choice: 'o0', language: 'en-GB' });
        expect(presses[0]!.value).not.to.contain('v,0');
        expect(read.map(({ choice }) => parseChoice(question, choice!))).to.deep.equal(
          options(count).map(({ value }) => ({ value })),
        );
      }
    });

    it('with one press, for a boolean, also of a form', () => {
      const question = aForm({ name: 'isUrgent', type: 'boolean' });
      const message = draw(question);
      expect(labels(message)).to.deep.equal(['Yes', 'No', 'Open in Handback']);
      const choices = buttonsOf(message)
        .slice(0, 2)
        .map(({ value }) => readButtonValue(value)!.choice!);
      expect(choices.map((choice) => parseChoice(question, choice))).to.deep.equal([
        { isUrgent: true },
        { isUrgent: false },
      ]);
    });

    it("with the field's label and description beside the buttons, also in the list of waiting questions", () => {
      const safe: VariableSpec = {
        name: 'safe',
        type: 'boolean',
        label: 'Is the site safe?',
        description: 'No stops work.',
      };
      const question = aForm(safe);
      const texts = textsOf(draw(question));
      expect(texts).to.include('Is the site safe?').and.include('No stops work.');
      expect(texts.indexOf('No stops work.'), 'above the buttons').to.be.below(texts.indexOf('Yes'));
      const listed = textsOf(inboxMessage([{ question, token: TOKEN }], INBOX_LINK));
      expect(listed).to.include('Approve the expense of 900 EUR?\nIs the site safe?');
    });

    it('without disabled options, which are not counted either', () => {
      const six = options(6).map((option, index) => ({ ...option, disabled: index < 2 }));
      const message = draw(aQuestion({ inputType: 'choice', variables: [{ ...APPROVAL, options: six }] }));
      expect(labels(message)).to.deep.equal(['v,2', 'v,3', 'v,4', 'v,5', 'Open in Handback']);
      expect(readButtonValue(buttonsOf(message)[0]!.value)!.choice).to.equal('o2');
    });

    const inForm: Record<string, VariableSpec[]> = {
      'six options': [{ ...APPROVAL, options: options(6) }],
      'a text': [{ name: 'value', type: 'textarea' }],
      'several choices': [{ ...APPROVAL, type: 'multiselect' }],
      'two fields': [APPROVAL, { name: 'isUrgent', type: 'boolean' }],
      'a choice with more options elsewhere': [{ ...APPROVAL, optionsSource: { url: 'https://x.test' } }],
      'options from elsewhere': [{ name: 'value', type: 'select', optionsSource: { url: 'https://x.test' } }],
    };
    for (const [what, variables] of Object.entries(inForm))
      it(`through Open Form, if it is ${what}`, () => {
        const [form, web] = buttonsOf(draw(aForm(...variables)));
        expect(form).to.include({ action_id: 'open_form', style: 'primary' });
        expect(readButtonValue(form!.value)).to.deep.equal({
          requestId: aQuestion().requestId,
          token: TOKEN,
          choice: undefined,
          language: 'en-GB',
        });
        expect(web).to.include({ action_id: 'open_web', url: aQuestion().webUrl });
      });

    it('in the web client only, with the reason, if a required field exists only there', () => {
      const message = draw(aForm({ name: 'contract', type: 'file', required: true }));
      expect(labels(message)).to.deep.equal(['Open in Handback']);
      expect(textsOf(message).join('\n')).to.contain('only the web client can take');
    });

    it('in the web client only, if no token could be issued', () => {
      const message = questionMessage(aQuestion(), { token: null, deliveryId: 'd1' });
      expect(labels(message)).to.deep.equal(['Open in Handback']);
    });
  });

  it('highlights a button only for an approval itself', () => {
    expect(buttonsOf(draw()).map(({ style }) => style)).to.deep.equal(['primary', undefined, undefined]);
    const choice = aQuestion({ inputType: 'choice', variables: [{ ...APPROVAL, options: options(2) }] });
    expect(buttonsOf(draw(choice)).map(({ style }) => style)).to.deep.equal([undefined, undefined, undefined]);
  });

  it('shows choices in full above buttons that are too short for them', () => {
    const label = `Send it back to ${'the department '.repeat(10)}`.trim();
    const variables = [{ ...APPROVAL, options: [{ value: 'a', label }, { value: 'b', label }, { value: 'c' }] }];
    const message = draw(aQuestion({ inputType: 'choice', variables }));
    expect(textsOf(message)).to.include(`• ${label}\n• ${label}\n• c`);
    expect(new Set(labels(message))).to.have.property('size', 4);
  });

  it('names what a form asks for, and which fields fall back', () => {
    const many = { name: 'city', type: 'select' as const, options: options(101) };
    const message = draw(
      aForm(many, { name: 'due', label: 'Due date', type: 'date' }, { name: 'plan', type: 'file' }, APPROVAL),
    );
    const texts = textsOf(message);
    expect(texts[texts.indexOf('*You are asked for*') + 1]).to.equal('city, Due date, plan, Your answer');
    expect(texts).to.include(
      '“city”: more options than Slack can show; pick from them in the web client, or type one here.\n' +
        '“Due date”: typed as text here; the web client has a control of its own.\n' +
        '“plan”: only in the web client.',
    );
  });

  it('does not mention a fallback that a native picker replaces', () => {
    const question = aForm({ name: 'due', type: 'date' }, { name: 'owner', type: 'user' });
    const texts = textsOf(questionMessage(question, { token: TOKEN, deliveryId: 'd1', nativePickers: true }));
    expect(texts.join()).not.to.contain('typed as text');
  });
});

describe('an outcome in Slack', () => {
  it('says who answered what and when, and leaves only the link to press', () => {
    const outcome = anOutcome({ answers: [{ label: 'Your answer', text: 'Approve' }] });
    const message = outcomeMessage(outcome, { deliveryId: 'd1' });
    expect(textsOf(message)).to.deep.equal([
      'Alan Turing answered: Approve.',
      'Approve the expense of 900 EUR?',
      'Your answer',
      'Approve',
      '*Completed*',
      '<!date^1772376000^{date_short_pretty} at {time}|Sunday, 1 March 2026, 14:40 UTC>',
      '*Answered in*',
      'Web client',
      '*Flow*',
      'Expense approval',
      '*Asked by*',
      'Grace Hopper',
      'Open in Handback',
    ]);
    expect(buttonsOf(message).map(({ action_id }) => action_id)).to.deep.equal(['open_web']);
    expect(message.metadata!.event_payload).to.deep.equal({ delivery_id: 'd1' });
  });

  it('shows the first ten answers and the number of the others', () => {
    const answers = Array.from({ length: 12 }, (_, index) => ({ label: `Field ${index}`, text: 'answered' }));
    const texts = textsOf(outcomeMessage(anOutcome({ answers })));
    expect(texts.filter((text) => text.startsWith('Field'))).to.have.length(10);
    expect(texts).to.include('2 more of your answers are in the web client.');
  });
});

describe('a notice in Slack', () => {
  it('has a link only if there is something to open', () => {
    const notice = { kind: 'notice' as const, title: 'Slack works', text: 'This is a test.', webUrl: null };
    expect(textsOf(noticeMessage(notice))).to.deep.equal(['Slack works', 'This is a test.']);
    expect(buttonsOf(noticeMessage({ ...notice, webUrl: 'https://handback.test/' }))).to.have.length(1);
  });

  it('has a button for each action, if a token comes with it', () => {
    const buttons = buttonsOf(noticeMessage(aNotice(), { token: 't' }));
    expect(buttons.map(({ action_id: id, style, value }) => [id, style, value])).to.deep.equal([
      ['act:0', 'primary', '{"s":"errand-1","a":"start","t":"t"}'],
      ['act:1', 'danger', '{"s":"errand-1","a":"decline","t":"t"}'],
      ['act:2', undefined, '{"s":"errand-1","a":"later","t":"t"}'],
      ['open_web', undefined, undefined],
    ]);
    expect(buttonsOf(noticeMessage(aNotice()))).to.have.length(1);
  });
});

describe('the inbox in Slack', () => {
  const item = (question = aQuestion()) => ({ question, token: TOKEN });
  const listOf = (items: Parameters<typeof inboxMessage>[0]) => inboxMessage(items, INBOX_LINK);

  it('offers a press, a form or the web client for each question, and tells them all apart', () => {
    const message = listOf([
      item(),
      item(aForm({ name: 'why', type: 'text' })),
      item(aForm({ name: 'plan', type: 'file', required: true })),
      { question: aQuestion(), token: null },
      item(),
    ]);
    expect(buttonsOf(message).map(({ action_id }) => action_id)).to.deep.equal([
      ...['answer:0', 'answer:1', 'open_web'],
      ...['open_form', 'open_web'],
      'open_web',
      'open_web',
      ...['answer:2', 'answer:3', 'open_web'],
    ]);
    expect(textsOf(message)[0]).to.equal('5 questions wait for you');
  });

  it('ends after ten and gives the number of the others', () => {
    const message = listOf(Array.from({ length: 13 }, () => item()));
    expect(buttonsOf(message).filter(({ action_id }) => action_id.startsWith('answer:'))).to.have.length(20);
    expect(textsOf(message)).to.include('3 more are in the web client.');
    expect(buttonsOf(message).at(-1), 'the button beside that').to.include({ url: INBOX_LINK.inboxUrl });
  });

  it('is empty when nothing waits, and explains at home what the bot understands', () => {
    expect(textsOf(inboxMessage([], INBOX_LINK))).to.deep.equal(['Nothing waits for you']);
    expect(homeView([], INBOX_LINK).type).to.equal('home');
    expect(textsOf(homeView([], INBOX_LINK)).at(-1)).to.contain('inbox: what waits for you now');
  });
});

describe('decisions made before a button is drawn', () => {
  it('ask for confirmation on the button of an option whose author wants it', () => {
    const [drop, keep] = [{ value: 'drop', label: 'Drop it', confirm: true }, { value: 'keep' }];
    const question = aQuestion({ variables: [{ ...APPROVAL, options: [drop, keep] }] });
    const [first, second] = buttonsOf(questionMessage(question, { token: TOKEN, deliveryId: 'd1' }));
    expect(first).to.have.nested.property('confirm.title.text', 'Send “Drop it”?');
    expect(second).to.not.have.property('confirm');
    const listed = inboxMessage([{ question, token: TOKEN }], INBOX_LINK);
    expect(textsOf(listed)).to.include('Send “Drop it”?');
    expect(checkLimits(listed)).to.deep.equal([]);
  });

  it('link to the web client at once if the form would be too large to open', () => {
    const options = Array.from({ length: 100 }, (_, i) => ({ value: `${i}`, label: '字'.repeat(500) }));
    const fields = Array.from({ length: 20 }, (_, i): VariableSpec => ({ name: `f${i}`, type: 'select', options }));
    const large = questionMessage(aForm(...fields), { token: TOKEN, deliveryId: 'd1' });
    expect(buttonsOf(large).map(({ action_id }) => action_id)).to.deep.equal(['open_web']);
    expect(textsOf(large).join()).to.include('This form is too large for a message here.');
    expect(buttonsOf(inboxMessage([{ question: aForm(...fields), token: TOKEN }], INBOX_LINK))).to.have.length(1);
  });
});

describe('the payload of buttons and modals', () => {
  it('comes back unchanged', () => {
    const at = { channel: 'D1', ts: '1.2' };
    for (const message of [{ kind: 'copy', ...at }, { kind: 'list', ...at }, null] as const) {
      const opened = { requestId: 'r', token: TOKEN, message };
      const whole = { ...opened, confirmed: '', language: 'de-DE', passwords: [0, 12] };
      expect(readMetadata(writeMetadata(whole))).to.deep.equal(whole);
      expect(readMetadata(writeMetadata(opened))).to.deep.equal(opened);
    }
  });

  it('is ignored if it is not ours', () => {
    for (const value of [undefined, '', 'x', '{}', '{"r":1,"t":"x"}', 'null', '[]']) {
      expect(readButtonValue(value)).to.equal(null);
      expect(readMetadata(value)).to.equal(null);
    }
  });
});
