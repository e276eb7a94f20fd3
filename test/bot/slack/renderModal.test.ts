import { expect } from 'chai';
import fc from 'fast-check';
import { typedText } from '../../../contract/answers.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { loadingModal, modalErrors, noteModal, questionModal } from '../../../bot/slack/modal.ts';
import { parseModal, pickedPeople } from '../../../bot/slack/parse.ts';
import { aForm, APPROVAL, buttonsOf, inputsOf, submittedAsIs, textsOf } from './renderSupport.ts';

const metadata = '{"r":"x"}';
const open = (...specs: VariableSpec[]) => questionModal(aForm(...specs), { metadata });

describe('the form of a question in Slack', () => {
  it('has one input per field, each with its own ids, and leaves hidden ones out', () => {
    const view = open(
      {
        name: 'reason',
        label: 'Reason',
        description: 'In a few words.',
        placeholder: 'Why',
        type: 'text',
        required: true,
      },
      { name: 'secret', type: 'hidden', value: 1 },
      { name: 'amount', type: 'number', validation: { min: 1, max: 100 } },
    );
    expect(view).to.deep.include({ type: 'modal', callback_id: 'answer_form', private_metadata: metadata });
    expect(inputsOf(view)).to.deep.equal([
      {
        type: 'input',
        block_id: 'f_reason',
        label: { type: 'plain_text', text: 'Reason', emoji: false },
        hint: { type: 'plain_text', text: 'In a few words.', emoji: false },
        optional: false,
        element: {
          type: 'plain_text_input',
          action_id: 'v',
          multiline: false,
          placeholder: { type: 'plain_text', text: 'Why', emoji: false },
        },
      },
      {
        type: 'input',
        block_id: 'f_amount',
        label: { type: 'plain_text', text: 'amount', emoji: false },
        optional: true,
        element: { type: 'number_input', action_id: 'v', is_decimal_allowed: true },
      },
    ]);
  });

  it('links to the question itself, once', () => {
    const question = aForm({ name: 'reason', type: 'text' });
    const view = questionModal(question, { metadata });
    expect(buttonsOf(view).map(({ text, url }) => [text.text, url])).to.deep.equal([
      ['Open in Handback', question.webUrl],
    ]);
  });

  it('flattens groups to opaque ids, with the rest of a long label below the field', () => {
    const long = 'x'.repeat(100);
    const view = open({
      name: 'city',
      type: 'select',
      required: true,
      options: [
        { label: 'France', options: [{ value: 'a,b', label: 'Paris' }] },
        { label: 'Elsewhere', options: [{ value: 'no', disabled: true }, { value: long }] },
      ],
    });
    const element = inputsOf(view)[0]!.element as { options: { text: { text: string }; value: string }[] };
    expect(element.options.map(({ value }) => value)).to.deep.equal(['o0', 'o2']);
    expect(element.options.map(({ text }) => text.text)).to.deep.equal(['Paris', `${'x'.repeat(74)}…`]);
    expect(element.options[1]).to.have.nested.property('description.text', `…${'x'.repeat(26)}`);
  });

  it('shows the rest of a long label below, even if the option has a description', () => {
    const start = 'Delivery to the warehouse at the harbour, by the gate that is open at that time, ';
    const options = ['in the morning', 'at night'].map((end) => ({
      value: end,
      label: start + end,
      description: 'Free',
    }));
    const element = inputsOf(open({ name: 'when', type: 'select', required: true, options }))[0]!
      .element as unknown as {
      options: { description: { text: string } }[];
    };
    const below = element.options.map(({ description }) => description.text);
    expect(below[0]).to.match(/^….* in the morning · Free$/);
    expect(below[1]).to.match(/^….* at night · Free$/);
  });

  it('tells options apart that would look alike', () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: 'The same' }));
    const element = inputsOf(open({ name: 'pick', type: 'select', required: true, options }))[0]!
      .element as unknown as {
      options: { text: { text: string } }[];
    };
    expect(element.options.map(({ text }) => text.text)).to.deep.equal(['The same', 'The same (2)', 'The same (3)']);
  });

  it('offers a hundred options, and beyond that asks for text, with a link to the web client', () => {
    const options = Array.from({ length: 101 }, (_, index) => ({ value: `v${index}`, label: `City ${index}` }));
    const typeOf = (count: number) =>
      inputsOf(open({ name: 'city', type: 'select', options: options.slice(0, count) }))[0]!.element.type;
    expect([typeOf(100), typeOf(101)]).to.deep.equal(['static_select', 'plain_text_input']);
    const question = aForm({ name: 'city', type: 'select', options });
    const view = questionModal(question, { metadata });
    expect(buttonsOf(view).map(({ url }) => url)).to.deep.equal([question.webUrl]);
    expect(textsOf(view).join('\n')).to.contain('The list of options is only in the web client');
    expect(parseModal(question, { f_city: { v: { value: ' city 7 ' } } })).to.deep.equal({ city: 'v7' });
    expect(parseModal(question, { f_city: { v: { value: 'Atlantis' } } })).to.deep.equal({ city: 'Atlantis' });
  });

  it('asks for text if options come from elsewhere, and says so if only some do', () => {
    const optionsSource = { url: 'https://options.test/' };
    const [only] = inputsOf(open({ name: 'city', type: 'select', optionsSource }));
    expect(only!.element.type).to.equal('plain_text_input');
    const [some] = inputsOf(open({ name: 'city', type: 'select', options: [{ value: 'Paris' }], optionsSource }));
    expect(some!.element.type).to.equal('static_select');
    expect(some!.hint!.text).to.equal('More options are in the web client.');
  });

  it('replaces a file field with a line and a link', () => {
    const view = open({ name: 'plan', label: 'Plan', type: 'file' }, { name: 'why', type: 'text' });
    expect(inputsOf(view).map(({ block_id }) => block_id)).to.deep.equal(['f_why']);
    expect(textsOf(view)).to.include('Plan\nFiles are taken in the web client only.');
  });

  it('asks for the address of a file if the author lists hosts', () => {
    const question = aForm({ name: 'plan', type: 'file', required: true, validation: { hosts: ['files.test'] } });
    const view = questionModal(question, { metadata });
    expect(inputsOf(view)[0]!.element).to.include({ type: 'plain_text_input', multiline: true });
    expect(textsOf(view).join()).to.include('type the https address of a file at files.test');
    expect(parseModal(question, { f_plan: { v: { value: 'https://files.test/a.pdf' } } })).to.deep.equal({
      plan: [{ url: 'https://files.test/a.pdf', name: 'a.pdf' }],
    });
    expect(modalErrors(question, { plan: 'Not there.' }, ENGLISH_SPEECH)).to.deep.equal({ f_plan: 'Not there.' });
  });

  it('has nothing to submit if it cannot be answered here, and links to the web client', () => {
    const tooMany = Array.from({ length: 91 }, (_, i): VariableSpec => ({ name: `f${i}`, type: 'text' }));
    const options = Array.from({ length: 100 }, (_, i) => ({ value: `${i}`, label: '字'.repeat(500) }));
    const tooLarge = Array.from({ length: 20 }, (_, i): VariableSpec => ({ name: `f${i}`, type: 'select', options }));
    const cases = [tooMany, tooLarge, [{ name: 'plan', type: 'file' as const, required: true }], []];
    for (const specs of cases) {
      const view = open(...specs);
      expect(view).not.to.have.property('submit');
      expect(buttonsOf(view).map(({ action_id }) => action_id)).to.deep.equal(['open_web']);
    }
    expect(inputsOf(open(...tooMany.slice(1)))).to.have.length(90);
  });

  it('warns that Slack shows a password while it is typed', () => {
    const question = aForm({ name: 'pin', type: 'password' });
    const view = questionModal(question, { metadata });
    expect(inputsOf(view)[0]!.hint!.text).to.equal(ENGLISH_SPEECH.say('slack.passwordInClear'));
    expect(buttonsOf(view).map(({ url }) => url)).to.deep.equal([question.webUrl]);
  });

  it('reads and shows dates and times in the time zone of the writer', () => {
    const question = aForm({ name: 'at', type: 'datetime' });
    const view = questionModal(question, { metadata, clock: { zone: 'Europe/Berlin', isOwn: true } });
    expect(inputsOf(view)[0]!.hint!.text).to.include('Your time, Europe/Berlin.');
    const state = { f_at: { v: { value: '2026-12-24 18:00' } } };
    expect(parseModal(question, state, { zone: 'Europe/Berlin' })).to.deep.equal({ at: '2026-12-24T18:00:00+01:00' });
  });

  it('has a view for waiting, and one for a message instead', () => {
    expect(textsOf(loadingModal(ENGLISH_SPEECH))).to.include('The form is on its way…');
    expect(textsOf(noteModal({ title: 'slack.notTakenTitle', text: 'Ada answered.' }, ENGLISH_SPEECH))).to.deep.equal([
      'Not taken',
      'Close',
      'Ada answered.',
    ]);
  });
});

describe('answers from a form in Slack', () => {
  const trees = [{ label: 'a', children: [{ label: 'b', children: [] }] }];
  const samples: [VariableSpec, unknown][] = [
    [{ name: 'x', type: 'text' }, ' as typed '],
    [{ name: 'x', type: 'string' }, 'x'],
    [{ name: 'x', type: 'textarea' }, 'a\nb'],
    [{ name: 'x', type: 'multiline' }, 'a\n\nb'],
    [{ name: 'x', type: 'select', options: [{ value: 'a' }, { value: 'b,c' }] }, 'b,c'],
    [{ name: 'x', type: 'multiselect', options: [{ value: 'a' }, { value: 'b,c' }, { value: 'd' }] }, ['b,c', 'd']],
    [{ name: 'x', type: 'number' }, -12.5],
    [{ name: 'x', type: 'boolean' }, false],
    [{ name: 'x', type: 'date' }, '2026-03-31'],
    [{ name: 'x', type: 'user' }, 'grace@sandbox.test'],
    [{ name: 'x', type: 'multiuser' }, ['grace@sandbox.test', 'ada@sandbox.test']],
    [{ name: 'x', type: 'group' }, 'finance'],
    [{ name: 'x', type: 'multigroup' }, ['finance', 'legal']],
    [{ name: 'x', type: 'range' }, 7],
    [{ name: 'x', type: 'datetime' }, '2026-03-31T14:30'],
    [{ name: 'x', type: 'time' }, '09:05'],
    [{ name: 'x', type: 'hierarchy' }, trees],
    [{ name: 'x', type: 'table', columns: [{ name: 'n', type: 'number' }] }, [{ n: 1 }, { n: 2.5 }]],
  ];
  for (const [spec, value] of samples)
    it(`come back from a ${spec.type} as entered`, () => {
      const question = aForm({ ...spec, default: value as never });
      expect(parseModal(question, submittedAsIs(questionModal(question, { metadata })))).to.deep.equal({ x: value });
      const back = questionModal(aForm(spec), {
        metadata,
        redo: { typed: submittedAsIs(questionModal(question, { metadata })), fields: {} },
      });
      expect(parseModal(aForm(spec), submittedAsIs(back))).to.deep.equal({ x: value });
    });

  it('are absent if nothing was entered', () => {
    const specs = samples.map(([spec], index) => ({ ...spec, name: `x${index}` }));
    const question = aForm(...specs);
    expect(parseModal(question, submittedAsIs(questionModal(question, { metadata })))).to.deep.equal({});
    expect(parseModal(question, {})).to.deep.equal({});
  });

  it('start empty for a password, whatever the default', () => {
    const question = aForm({ name: 'x', type: 'password', default: 'hunter2' });
    expect(JSON.stringify(questionModal(question, { metadata }))).not.to.contain('hunter2');
  });

  it('come back from any select by position, whatever its values', () => {
    const values = fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }), {
      minLength: 1,
      maxLength: 100,
    });
    fc.assert(
      fc.property(values, fc.nat(), (all, at) => {
        const value = all[at % all.length]!;
        const options = all.map((each) => ({ value: each }));
        const question = aForm({ name: 'x', type: 'select', options, default: value });
        expect(parseModal(question, submittedAsIs(questionModal(question, { metadata })))).to.deep.equal({ x: value });
      }),
    );
  });

  it('come back from any text that fits into Slack; a longer default is left out, not cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4000 }), (text) => {
        const spec: VariableSpec = { name: 'x', type: 'textarea', default: text };
        const read = parseModal(aForm(spec), submittedAsIs(open(spec)));
        const isKept = text.trim() !== '' && text.length <= 3000;
        expect(read).to.deep.equal(isKept ? { x: typedText(spec, text) } : {});
      }),
    );
  });

  it('from native pickers are instants and Slack user ids, marked as such', () => {
    const question = aForm(
      { name: 'day', type: 'date', default: '2026-03-31' },
      { name: 'clock', type: 'time', default: '14:30' },
      { name: 'moment', type: 'datetime', default: '2026-03-31T14:30:00+02:00' },
      { name: 'owner', type: 'user', default: 'ada@sandbox.test' },
      { name: 'team', type: 'multiuser' },
      { name: 'group', type: 'group', default: 'finance' },
    );
    const view = questionModal(question, { metadata, nativePickers: true });
    expect(inputsOf(view).map(({ element }) => element.type)).to.deep.equal([
      'datepicker',
      'timepicker',
      'datetimepicker',
      'users_select',
      'multi_users_select',
      'plain_text_input',
    ]);
    const state = {
      ...submittedAsIs(view),
      f_owner: { v: { selected_user: 'U1' } },
      f_team: { v: { selected_users: ['U1', 'U2'] } },
    };
    expect(parseModal(question, state)).to.deep.equal({
      day: '2026-03-31',
      clock: '14:30',
      moment: '2026-03-31T12:30:00.000Z',
      owner: 'U1',
      team: ['U1', 'U2'],
      group: 'finance',
    });
    expect(pickedPeople(question, state)).to.deep.equal(['owner', 'team']);
    const again = questionModal(question, { metadata, nativePickers: true, redo: { typed: state, fields: {} } });
    expect(parseModal(question, submittedAsIs(again))).to.deep.equal(parseModal(question, state));
  });
});

describe('errors in a Slack form', () => {
  const question = aForm(
    { name: 'plan', label: 'Plan', type: 'file' },
    { name: 'why', label: 'Why', type: 'text' },
    { name: 'lines', type: 'table', columns: [{ name: 'price', label: 'Price', type: 'number' }] },
  );

  it('are shown at their field, those of cells with row and column', () => {
    expect(
      modalErrors(question, { why: 'Write an answer.', 'lines.1.price': 'Enter a number.' }, ENGLISH_SPEECH),
    ).to.deep.equal({
      f_why: 'Write an answer.',
      f_lines: 'Row 2, Price: Enter a number.',
    });
  });

  it('are shown at the first field if their own has no input', () => {
    expect(
      modalErrors(question, { plan: 'Choose at least one file.', values: 'Strange.' }, ENGLISH_SPEECH),
    ).to.deep.equal({
      f_why: 'Plan: Choose at least one file. Strange.',
    });
  });

  it('are shown above a form that is reopened later, with what was typed', () => {
    const typed = { f_why: { v: { value: 'because' } } };
    const view = questionModal(question, {
      metadata,
      redo: { typed, fields: { why: 'Too short.', plan: 'Missing.' } },
    });
    expect(textsOf(view)[3]).to.equal('2 answers need another look:\nPlan: Missing.\nWhy: Too short.');
    expect(parseModal(question, submittedAsIs(view))).to.deep.equal({ why: 'because' });
  });

  it('do not exist for a question without fields', () => {
    expect(modalErrors(aForm(), { x: 'Strange.' }, ENGLISH_SPEECH)).to.deep.equal({});
    expect(modalErrors(aForm(APPROVAL), {}, ENGLISH_SPEECH)).to.deep.equal({});
  });
});
