import { expect } from 'chai';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../../contract/variables.ts';
import { CAPABILITIES, capabilitiesOf } from '../../../bot/teams/capabilities.ts';
import { helpCard, inboxCard, noticeCard, outcomeCard, parseCard, questionCard } from '../../../bot/teams/render.ts';
import {
  actionsOf,
  aForm,
  anOutcome,
  aQuestion,
  EVERY_TYPE,
  inputsOf,
  linksOf,
  partsOf,
  specOf,
  submitsOf,
  textOf,
  TOKEN,
} from './cards.ts';
import { INBOX_LINK } from '../../support/messages.ts';

const cardOf = (spec: VariableSpec) => questionCard(aForm([spec]), { token: TOKEN });

/** Behaviour 2.6, the Teams column: the input. */
const TABLE: Record<VariableType, object | null> = {
  text: { type: 'Input.Text' },
  string: { type: 'Input.Text' },
  textarea: { type: 'Input.Text', isMultiline: true },
  multiline: { type: 'Input.Text', isMultiline: true },
  select: { type: 'Input.ChoiceSet' },
  multiselect: { type: 'Input.ChoiceSet', isMultiSelect: true },
  number: { type: 'Input.Number' },
  boolean: { type: 'Input.Toggle', valueOn: 'true', valueOff: 'false' },
  date: { type: 'Input.Date' },
  file: null,
  user: { type: 'Input.Text' },
  multiuser: { type: 'Input.Text', isMultiline: true },
  group: { type: 'Input.Text' },
  multigroup: { type: 'Input.Text', isMultiline: true },
  range: { type: 'Input.Text' },
  datetime: { type: 'Input.Text' },
  time: { type: 'Input.Text' },
  hierarchy: { type: 'Input.Text', isMultiline: true },
  password: { type: 'Input.Text', style: 'password' },
  table: { type: 'Input.Text', isMultiline: true },
  hidden: null,
};

describe('the capabilities of Teams', () => {
  for (const type of VARIABLE_TYPES)
    it(`${type} is ${CAPABILITIES[type]} and drawn as ${JSON.stringify(TABLE[type])}`, () => {
      const card = cardOf(specOf(type));
      const inputs = inputsOf(card);
      expect(inputs).to.have.length(TABLE[type] ? 1 : 0);
      if (TABLE[type]) expect(inputs[0]).to.include({ ...TABLE[type], id: `f_${specOf(type).name}` });
      const isBare = CAPABILITIES[type] === 'native' || CAPABILITIES[type] === 'omitted';
      const text = textOf(card);
      if (isBare) expect(text).to.not.match(/web client/);
      else expect(text).to.match(/web client only|only in the web client|Only the web client/);
      expect(linksOf(card), 'once').to.have.length(1);
      if (type === 'hidden') expect(text).to.not.include(specOf(type).name);
    });

  it("counts the table's fallbacks as text", () => {
    const native = ['text', 'string', 'textarea', 'multiline', 'select', 'multiselect', 'number', 'boolean', 'date'];
    const nativeTypes = VARIABLE_TYPES.filter((type) => CAPABILITIES[type] === 'native');
    expect(nativeTypes).to.deep.equal(native);
    expect([CAPABILITIES.file, CAPABILITIES.hidden]).to.deep.equal(['web_only', 'omitted']);
    const rest = VARIABLE_TYPES.filter((type) => !native.includes(type) && type !== 'file' && type !== 'hidden');
    expect(rest.filter((type) => CAPABILITIES[type] !== 'text')).to.deep.equal([]);
  });

  it('has the people picker if an administrator wants it', () => {
    const capabilities = capabilitiesOf({ nativePickers: true });
    const gained = VARIABLE_TYPES.filter((type) => capabilities[type] !== CAPABILITIES[type]);
    expect(new Set(gained)).to.deep.equal(new Set(['user', 'multiuser', 'datetime', 'time']));
    expect(capabilitiesOf({ nativePickers: false })).to.equal(CAPABILITIES);
    const people = { name: 'who', type: 'multiuser', default: [{ id: 'id-1' }, 'x'] } as VariableSpec;
    const form = aForm([people, { name: 'one', type: 'user', default: 'x' }]);
    const [many, one] = inputsOf(questionCard(form, { token: TOKEN, nativePickers: true }));
    const query = { type: 'Data.Query', dataset: 'graph.microsoft.com/users' };
    expect(many).to.deep.include({
      type: 'Input.ChoiceSet',
      isMultiSelect: true,
      'choices.data': query,
      value: 'id-1',
    });
    expect(one).to.deep.include({ 'choices.data': query }).and.not.have.any.keys('value', 'isMultiSelect');
    const picked = { f_who: 'id-1,id-2', f_one: 'id-3' };
    expect(parseCard(form, picked, { nativePickers: true }).values).to.deep.equal({
      who: ['id-1', 'id-2'],
      one: 'id-3',
    });
    expect(parseCard(form, { f_who: ',', f_one: '' }, { nativePickers: true }).values).to.deep.equal({});
    expect(parseCard(form, { f_one: ' ada@sandbox.test ' }).values).to.deep.equal({ one: 'ada@sandbox.test' });
  });
});

describe('a question as a card', () => {
  it('starts with the decision and says who asks, in which flow and until when', () => {
    const lines = textOf(questionCard(aQuestion(), { token: TOKEN })).split('\n');
    expect(lines).to.deep.equal([
      'Approve the expense of 900 EUR?',
      'A train to the compiler conference in Paris, two nights.',
      'Answer by {{DATE(2026-03-02T14:30:00Z, SHORT)}}, {{TIME(2026-03-02T14:30:00Z)}}',
      'Flow: Expense approval',
      'Asked by: Grace Hopper',
      'You can answer once.',
    ]);
  });

  it('is answered in one step, or in the web client', () => {
    const card = questionCard(aForm([specOf('text')]), { token: TOKEN });
    expect(card.version).to.equal('1.5');
    expect(card.actions.map(({ type, title }) => [type, title])).to.deep.equal([
      ['Action.Submit', 'Submit Response'],
      ['Action.OpenUrl', 'Open in Handback'],
    ]);
    const { requestId, webUrl } = aQuestion();
    const data = { verb: 'answer', requestId, token: TOKEN, texts: ['title'], nativePickers: false };
    expect(card.actions[0]!['data']).to.deep.equal(data);
    expect(card.actions[1]!['url']).to.equal(webUrl);
  });

  it('says in one line who asks what, for places without cards', () => {
    const { fallbackText } = questionCard(aQuestion({ prompt: `Buy it? ${'x'.repeat(500)}\nIt is old.` }), {
      token: TOKEN,
    });
    expect(fallbackText)
      .to.match(/^Grace Hopper asks: Buy it\? x+…$/)
      .and.have.length(200);
  });

  it('says that an untouched toggle means No', () => {
    const labelOf = (required: boolean) =>
      inputsOf(cardOf({ ...specOf('boolean'), label: 'Hurt', required }))[0]!['label'];
    expect([labelOf(true), labelOf(false)]).to.deep.equal(['Hurt (required, off means No)', 'Hurt (off means No)']);
  });

  it('checks nothing itself: bounds, patterns and required fields are only described', () => {
    const strict = EVERY_TYPE.map((spec) => ({
      ...spec,
      required: spec.type !== 'file',
      validation: { min: 1, max: 2, regex: 'a' },
    }));
    const keys = inputsOf(questionCard(aForm(strict), { token: TOKEN })).flatMap(Object.keys);
    for (const key of ['min', 'max', 'regex', 'isRequired', 'maxLength', 'errorMessage'])
      expect(keys).to.not.include(key);
    const [title, reference] = inputsOf(questionCard(aForm(EVERY_TYPE), { token: TOKEN }));
    expect([title!['label'], reference!['label']]).to.deep.equal(['Title (required)', 'Reference']);
  });

  it('collapses the conversation', () => {
    const chatContext = {
      chatName: 'Travel',
      recentMessages: [{ role: 'user' as const, content: 'To Paris, please' }],
      totalMessages: 4,
    };
    const card = questionCard(aQuestion({ chatContext }), { token: TOKEN });
    const folded = partsOf(card).find((part) => part['id'] === 'context')!;
    expect(folded['isVisible']).to.equal(false);
    expect(JSON.stringify(folded)).to.include('To Paris, please');
    const toggle = actionsOf(card).find((part) => part['type'] === 'Action.ToggleVisibility')!;
    expect(toggle['targetElements']).to.deep.equal(['context']);
    expect(actionsOf(questionCard(aQuestion(), { token: TOKEN }))).to.have.length(3);
  });

  it('says that everybody has to answer, and not how many have, because it is not updated before it is over', () => {
    const asked = (progress: { answered: number; of: number } | null) =>
      textOf(questionCard(aQuestion({ strategy: 'all', progress }), { token: TOKEN }));
    for (const progress of [{ answered: 2, of: 5 }, null])
      expect(asked(progress))
        .to.include('Needs: an answer from everyone who was asked')
        .and.not.include('have answered');
    expect(textOf(questionCard(aQuestion(), { token: TOKEN }))).to.not.match(/Needs|have answered/);
  });

  it('starts with the defaults of its fields', () => {
    const defaults: [VariableType, VariableSpec['default'], unknown][] = [
      ['text', 'x', 'x'],
      ['select', 'high', 'o1'],
      ['select', 'gone', undefined],
      ['multiselect', ['staff', 'printer'], 'o2,o0'],
      ['multiselect', 'printer', undefined],
      ['number', 0, 0],
      ['number', 'x', undefined],
      ['boolean', false, 'false'],
      ['boolean', 'x', undefined],
      ['date', '2026-03-01', '2026-03-01'],
      ['range', 3, '3'],
      ['hierarchy', [{ label: 'a', children: [] }], 'a'],
      ['password', 'secret', undefined],
    ];
    for (const [type, value, wanted] of defaults)
      expect(inputsOf(cardOf({ ...specOf(type), default: value }))[0]!['value'], type).to.equal(wanted);
  });

  it('offers few options as buttons with none chosen, many as a list, and lets an optional one be cleared', () => {
    const options = Array.from({ length: 6 }, (_, index) => ({ value: `v,${index}` }));
    const draw = (spec: Partial<VariableSpec>) => inputsOf(cardOf({ name: 'x', type: 'select', options, ...spec }))[0]!;
    expect(draw({})).to.include({ style: 'compact' }).and.not.have.any.keys('value');
    expect(draw({ options: options.slice(1) })).to.include({ style: 'expanded' });
    const idsOf = (spec: Partial<VariableSpec>) =>
      (draw(spec)['choices'] as { value: string }[]).map(({ value }) => value);
    expect(idsOf({ required: true })).to.deep.equal(['o0', 'o1', 'o2', 'o3', 'o4', 'o5']);
    expect(idsOf({ options: options.slice(4) })).to.deep.equal(['o0', 'o1', 'none']);
    const many = Array.from({ length: 300 }, (_, index) => ({ value: `v${index}`, label: `Option ${index}` }));
    for (const type of ['select', 'multiselect'] as const)
      expect(draw({ type, options: many, required: true }))
        .to.include({ style: 'filtered' })
        .and.have.property('choices')
        .with.length(300);
  });

  it('takes options that it cannot show as text, and says where they are', () => {
    const url = 'https://x.test/list';
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: `v${index}`, label: `Option ${index}` }));
    const cases: Partial<VariableSpec>[] = [
      { optionsSource: { url } },
      { options: many },
      {
        options: [
          { value: 'a', label: 'x'.repeat(200) + '1' },
          { value: 'b', label: 'x'.repeat(200) + '2' },
        ],
      },
    ];
    for (const extra of cases)
      for (const type of ['select', 'multiselect'] as const) {
        const spec: VariableSpec = { name: 'x', type, ...extra };
        expect(inputsOf(cardOf(spec))[0]).to.include({ type: 'Input.Text' });
        expect(textOf(cardOf(spec))).to.include('The list of options is only in the web client; here, type one');
        expect(linksOf(cardOf(spec))).to.have.length(1);
      }
    const form = aForm([{ name: 'x', type: 'select', options: many }]);
    expect(parseCard(form, { f_x: 'option 9999' }).values).to.deep.equal({ x: 'v9999' });
    expect(parseCard(form, { f_x: 'o17' }).values).to.deep.equal({ x: 'o17' });
    const both = cardOf({ name: 'x', type: 'select', options: many.slice(0, 3), optionsSource: { url } });
    expect(inputsOf(both)[0]).to.include({ type: 'Input.ChoiceSet' });
    expect(textOf(both)).to.include('More options are in the web client.');
  });

  it('has no form if it could never be sent, and says why', () => {
    const file = { ...specOf('file'), required: true };
    for (const card of [
      questionCard(aForm([specOf('text'), file]), { token: TOKEN }),
      questionCard(aForm([specOf('text')]), { token: null }),
    ]) {
      expect(inputsOf(card)).to.deep.equal([]);
      expect(submitsOf(card)).to.deep.equal([]);
      expect(linksOf(card)).to.deep.equal([aQuestion().webUrl]);
      expect(textOf(card)).to.match(/web client( only|\.)|only the web client/);
    }
  });
});

describe('other cards', () => {
  it('show the outcome of a question', () => {
    const answers = [{ label: 'Your answer', text: 'Approve' }];
    const card = outcomeCard(anOutcome({ answers, progress: { answered: 5, of: 5 } }));
    expect(textOf(card).split('\n')).to.deep.equal([
      'Completed',
      'Alan Turing answered: Approve.',
      'Approve the expense of 900 EUR?',
      'Your answer: Approve',
      '{{DATE(2026-03-01T14:40:00Z, SHORT)}}, {{TIME(2026-03-01T14:40:00Z)}}',
      'Answered in: Web client',
      'Flow: Expense approval',
      'Asked by: Grace Hopper',
      '5 of 5 people have answered',
    ]);
    expect([inputsOf(card).length, submitsOf(card).length]).to.deep.equal([0, 0]);
    const long = Array.from({ length: 33 }, (_, index) => ({ label: `L${index}`, text: 'x' }));
    expect(textOf(outcomeCard(anOutcome({ answers: long })))).to.include('3 more answers are in the web client.');
  });

  it('show a notice, and what the bot can do', () => {
    const notice = { kind: 'notice' as const, title: 'It works', text: 'Line\nLine', webUrl: null };
    expect(textOf(noticeCard(notice))).to.equal('It works\nLine\nLine');
    expect(noticeCard(notice).actions).to.deep.equal([]);
    expect(linksOf(noticeCard({ ...notice, webUrl: 'https://handback.test/' }))).to.deep.equal([
      'https://handback.test/',
    ]);
    expect(textOf(helpCard())).to.include('inbox:').and.include('help:');
  });

  it('list waiting questions, with buttons if one press can answer', () => {
    const yesNo = aForm([{ name: 'ok', type: 'boolean', label: 'Is the site safe?' }], { requestId: 'r-2' });
    const card = inboxCard(
      [
        { question: aQuestion(), token: TOKEN },
        { question: yesNo, token: 'b'.repeat(64) },
        { question: aQuestion(), token: null },
        { question: aForm(EVERY_TYPE), token: TOKEN },
        { question: aForm([{ name: 'x', type: 'select', optionsSource: { url: 'https://x.test' } }]), token: TOKEN },
        { question: aForm([]), token: TOKEN },
      ],
      INBOX_LINK,
    );
    expect(textOf(card)).to.include('6 questions wait for you').and.include('Is the site safe? · ');
    const { requestId } = aQuestion();
    expect(submitsOf(card).map(({ title, data }) => [title, data])).to.deep.equal([
      ['Approve', { verb: 'answer', requestId, token: TOKEN, f_value: 'o0', isListed: true }],
      ['Reject', { verb: 'answer', requestId, token: TOKEN, f_value: 'o1', isListed: true }],
      ['Yes', { verb: 'answer', requestId: 'r-2', token: 'b'.repeat(64), f_ok: 'true', isListed: true }],
      ['No', { verb: 'answer', requestId: 'r-2', token: 'b'.repeat(64), f_ok: 'false', isListed: true }],
      ['Answer here', { verb: 'show', requestId }],
      ['Answer here', { verb: 'show', requestId }],
    ]);
    expect(parseCard(yesNo, { f_ok: 'false' }).values).to.deep.equal({ ok: false });
    expect(linksOf(card)).to.have.length(6);
  });

  it('list the first ten, and say that there are more', () => {
    const items = Array.from({ length: 12 }, () => ({ question: aQuestion(), token: TOKEN }));
    const card = inboxCard(items, INBOX_LINK);
    expect(textOf(card)).to.include('12 questions wait for you').and.include('2 more are in the web client.');
    expect(card.actions.map((action) => action['url'])).to.deep.equal([INBOX_LINK.inboxUrl]);
    expect(textOf(inboxCard([], INBOX_LINK))).to.equal('Nothing waits for you');
  });
});
