import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers } from '../../../contract/answers.ts';
import { inEnglish } from '../../../contract/english.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../../contract/variables.ts';
import { CAPABILITIES, FIELDS, prefilled } from '../../../server/channels/email/fields/fields.ts';
import { tagsOf, textOf } from './markup.ts';
import { EVERY_TYPE } from './support.ts';

const CLOCK = { zone: 'Europe/Berlin', isOwn: false };
const render = (spec: VariableSpec, typed: string[] = [], errors: string[] = []): string =>
  FIELDS[spec.type].render({
    spec,
    typed,
    errors,
    webUrl: 'https://handback.test/#/x',
    clock: CLOCK,
    speech: ENGLISH_SPEECH,
  }).markup;

const specOf = (type: VariableType): VariableSpec => EVERY_TYPE.find((spec) => spec.type === type)!;

/** Each type's control on the page (behaviour 2.6, and HTML's controls): tag and type. */
const CONTROLS: Record<VariableType, string> = {
  text: 'input text',
  string: 'input text',
  textarea: 'textarea',
  multiline: 'textarea',
  select: 'input radio',
  multiselect: 'input checkbox',
  number: 'input number',
  boolean: 'input radio',
  date: 'input date',
  file: '',
  user: 'input text',
  multiuser: 'textarea',
  group: 'input text',
  multigroup: 'textarea',
  range: 'input radio',
  datetime: 'input datetime-local',
  time: 'input time',
  hierarchy: 'textarea',
  password: '',
  table: 'textarea',
  hidden: '',
};

const CONTROL_TAGS = new Set(['input', 'textarea', 'select']);
const controlsOf = (markup: string) => tagsOf(markup).filter(({ name }) => CONTROL_TAGS.has(name));

describe('the fields of the response page', () => {
  for (const type of VARIABLE_TYPES)
    it(`${type} is ${CONTROLS[type] || 'no control'}, named after the variable and tied to its label`, () => {
      const markup = render(specOf(type));
      const controls = controlsOf(markup);
      expect([
        ...new Set(controls.map(({ name, attributes }) => [name, attributes['type']].filter(Boolean).join(' '))),
      ]).to.deep.equal(CONTROLS[type] ? [CONTROLS[type]] : []);
      const labels = tagsOf(markup).filter(({ name }) => name === 'label');
      for (const { attributes } of controls) {
        expect(attributes['name']).to.equal(`f_${specOf(type).name}`);
        expect(labels.map((label) => label.attributes['for'])).to.include(attributes['id']);
      }
    });

  it('start with nothing chosen, and use every id once', () => {
    const markup = EVERY_TYPE.map((spec) => render({ ...spec, default: 'low' })).join('');
    const tags = tagsOf(markup);
    expect(tags.filter(({ attributes }) => 'checked' in attributes || 'selected' in attributes)).to.deep.equal([]);
    const ids = tags.map(({ attributes }) => attributes['id']).filter(Boolean);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('show what falls back, and what is answered elsewhere', () => {
    for (const type of VARIABLE_TYPES) {
      const text = textOf(render(specOf(type)));
      if (CAPABILITIES[type] === 'text') expect(text, type).to.match(/is only in the web client; here, type /);
      if (CAPABILITIES[type] === 'web_only') expect(text, type).to.include('Open in Handback');
      if (CAPABILITIES[type] === 'omitted') expect(text, type).to.equal('');
    }
  });

  it('group options, describe them and leave out disabled ones', () => {
    const severity = render(specOf('select'));
    expect(textOf(severity)).to.include('A team is kept from working.');
    expect(tagsOf(severity).find(({ attributes }) => attributes['value'] === 'fatal')!.attributes).to.include.keys(
      'disabled',
    );
    expect(textOf(render(specOf('multiselect')))).to.match(/Machines .*Printers .*People .*Staff/);
    const dropdown = render(EVERY_TYPE.find((spec) => spec.name === 'site')!);
    const tags = tagsOf(dropdown);
    expect(tags.filter(({ name }) => name === 'optgroup').map(({ attributes }) => attributes['label'])).to.deep.equal([
      'Europe',
      'America',
    ]);
    expect(tags.filter(({ name }) => name === 'option').map(({ attributes }) => attributes['value'])).to.deep.equal([
      '',
      'par',
      'lon',
      'nyc',
    ]);
  });

  it("show an icon's emoji before each option", () => {
    const options = [
      { value: 'a', icon: 'truck' },
      { value: 'b', icon: '🌵' },
      { value: 'c', icon: 'unicorn' },
    ];
    const labels = textOf(render({ name: 'x', type: 'select', required: true, options }));
    expect(labels).to.match(/🚚 a .*🌵 b c/);
  });

  it('become a dropdown if there are many options, and text if they could not be fetched', () => {
    const many = Array.from({ length: 8 }, (_, index) => ({ value: `v${index}` }));
    expect(controlsOf(render({ name: 'x', type: 'select', options: many }))[0]!.name).to.equal('select');
    expect(controlsOf(render({ name: 'x', type: 'select', options: many, variant: 'buttons' }))[0]!.name).to.equal(
      'input',
    );
    const source = { url: 'https://x.test/list' };
    const typed = render({ name: 'x', type: 'select', optionsSource: source });
    expect(controlsOf(typed)[0]!.attributes['type']).to.equal('text');
    expect(textOf(typed)).to.include('only in the web client');
  });

  it('let an optional choice be cleared', () => {
    const valuesOf = (required: boolean) =>
      controlsOf(render({ ...specOf('boolean'), required })).map(({ attributes }) => attributes['value']);
    expect(valuesOf(false)).to.deep.equal(['true', 'false', '']);
    expect(valuesOf(true)).to.deep.equal(['true', 'false']);
  });

  it('show bounds in words and pass them to the control', () => {
    const cost = render(specOf('number'));
    expect(textOf(cost)).to.include('From 0 to 10000.');
    expect(controlsOf(cost)[0]!.attributes).to.include({ min: '0', max: '10000', step: 'any' });
    expect(textOf(render({ name: 'x', type: 'range' }))).to.include('From 0 to 100.');
    const late = render({
      name: 'x',
      type: 'datetime',
      validation: { min: '2026-03-01T10:00Z', max: '2026-03-01T12:00' },
    });
    expect(textOf(late)).to.include('From 1 March 2026 at 11:00 CET until 1 March 2026 at 12:00.');
    const { attributes } = controlsOf(late)[0]!;
    expect([attributes['min'], attributes['max']]).to.deep.equal([undefined, '2026-03-01T12:00']);
  });

  it('offer a short scale number by number, and a long one as a number', () => {
    const values = (validation: VariableSpec['validation']) =>
      controlsOf(render({ name: 'x', type: 'range', required: true, validation })).map(
        ({ attributes }) => attributes['value'] ?? attributes['type'],
      );
    expect(values({ min: 1, max: 5 })).to.deep.equal(['1', '2', '3', '4', '5']);
    expect(values({ min: 0, max: 0.3, step: 0.1 })).to.deep.equal(['0', '0.1', '0.2', '0.3']);
    expect(values({ min: 0, max: 11 })).to.deep.equal(['number']);
    expect(values({ min: 0.5, max: 3.5 })).to.deep.equal(['number']);
  });

  it('prefill text-like fields with their default and nothing else', () => {
    const defaults: [VariableType, VariableSpec['default'], string | undefined][] = [
      ['text', 'x', 'x'],
      ['number', 7, '7'],
      ['date', '2026-03-01', '2026-03-01'],
      ['datetime', '2026-03-01T10:00Z', undefined],
      ['hierarchy', [{ label: 'a', children: [{ label: 'b', children: [] }] }], 'a\n  b'],
      ['table', [{ item: 'a', price: 3, insured: true }], 'a | 3 | yes | '],
      ['select', 'low', undefined],
      ['multiselect', ['printer'], undefined],
      ['boolean', true, undefined],
      ['range', 3, undefined],
      ['password', 'x', undefined],
    ];
    for (const [type, value, text] of defaults)
      expect(prefilled({ ...specOf(type), default: value })[0], type).to.equal(text);
  });

  it('prefill a moment in the time zone of its field', () => {
    const spec: VariableSpec = { ...specOf('datetime'), default: '2026-07-01T10:00:00Z' };
    for (const [value, zone, local] of [
      ['2026-07-01T10:00:00Z', 'Europe/Berlin', '2026-07-01T12:00'],
      ['2026-07-01T10:00:30+02:00', 'Asia/Kolkata', '2026-07-01T13:30:30'],
      ['2026-07-01T10:00', 'Asia/Kolkata', '2026-07-01T10:00'],
    ] as const)
      expect(prefilled({ ...spec, default: value }, { zone })).to.deep.equal([local]);
    const [control] = controlsOf(render(spec, ['2026-07-01T12:00']));
    expect(control!.attributes).to.include({ value: '2026-07-01T12:00', 'data-at': '2026-07-01T10:00:00.000Z' });
    const [changed] = controlsOf(render(spec, ['2026-07-01T12:30']));
    expect(changed!.attributes).to.not.have.property('data-at');
  });

  it('keep a leading line break of what was typed', () => {
    expect(render(specOf('textarea'), ['\nsecond'])).to.include('>\n\nsecond</textarea>');
  });

  it('tie the error to the control', () => {
    const { attributes } = controlsOf(render(specOf('text'), [''], ['Write an answer.']))[0]!;
    expect(attributes).to.include({ 'aria-invalid': 'true', 'aria-describedby': 'f_title-hint f_title-error' });
    const fieldset = tagsOf(render(specOf('boolean'), [], ['Choose yes or no.'])).find(
      ({ name }) => name === 'fieldset',
    )!;
    expect(fieldset.attributes['aria-describedby']).to.equal('f_injured-error');
  });
});

describe('a submission of the response page', () => {
  const READS: [VariableType, string[], unknown][] = [
    ['text', [' a '], ' a '],
    ['text', ['  '], undefined],
    ['text', [], undefined],
    ['textarea', ['one\ntwo'], 'one\ntwo'],
    ['select', ['low'], 'low'],
    ['select', [''], undefined],
    ['multiselect', ['printer', 'staff'], ['printer', 'staff']],
    ['multiselect', [], undefined],
    ['number', ['12.5'], 12.5],
    ['number', ['12,5'], 12.5],
    ['number', ['1,000'], '1,000'],
    ['number', ['1e3'], 1000],
    ['number', ['0x10'], '0x10'],
    ['number', ['much'], 'much'],
    ['number', [''], undefined],
    ['boolean', ['true'], true],
    ['boolean', ['false'], false],
    ['boolean', ['perhaps'], 'perhaps'],
    ['boolean', [''], undefined],
    ['date', ['2026-03-01'], '2026-03-01'],
    ['file', ['x'], undefined],
    ['password', ['x'], undefined],
    ['hidden', ['x'], undefined],
    ['user', [' ada@sandbox.test '], 'ada@sandbox.test'],
    [
      'multiuser',
      ['ada@sandbox.test\n\ngrace@sandbox.test, ada@sandbox.test'],
      ['ada@sandbox.test', 'grace@sandbox.test'],
    ],
    ['range', ['3'], 3],
    ['datetime', ['2026-03-01T10:30'], '2026-03-01T10:30'],
    ['time', ['10:30'], '10:30'],
    [
      'hierarchy',
      ['a\n  b\n    c\n  d\n\n\te\nf'],
      [
        {
          label: 'a',
          children: [
            { label: 'b', children: [{ label: 'c', children: [] }] },
            { label: 'd', children: [] },
            { label: 'e', children: [] },
          ],
        },
        { label: 'f', children: [] },
      ],
    ],
    [
      'hierarchy',
      ['      far in\n a'],
      [
        { label: 'far in', children: [] },
        { label: 'a', children: [] },
      ],
    ],
    [
      'table',
      ['Printer | 12,5 | Yes | 2026-03-01'],
      [{ item: 'Printer', price: 12.5, insured: true, bought: '2026-03-01' }],
    ],
    [
      'table',
      ['Printer | 3 |\n\nPaper | | no'],
      [
        { item: 'Printer', price: 3 },
        { item: 'Paper', price: '', insured: false },
      ],
    ],
    [
      'table',
      ['a | 1 | no | 2026-03-01 | more'],
      [{ item: 'a', price: 1, insured: false, bought: '2026-03-01', 5: 'more' }],
    ],
    ['table', ['a | 1 | constructor'], [{ item: 'a', price: 1, insured: 'constructor' }]],
  ];

  for (const [type, typed, value] of READS)
    it(`${type} ${JSON.stringify(typed).slice(0, 50)} becomes ${String(JSON.stringify(value)).slice(0, 60)}`, () => {
      expect(FIELDS[type].parse(typed, specOf(type))).to.deep.equal(value);
    });

  it('is never more than the check can name, whatever was typed', () => {
    const property = fc.property(
      fc.constantFrom(...EVERY_TYPE),
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
      (spec, typed) => {
        const value = FIELDS[spec.type].parse(typed, spec);
        const result = checkAnswers([spec], value === undefined ? {} : { [spec.name]: value });
        if (!result.ok)
          for (const check of Object.values(result.checks)) expect(inEnglish(check)).to.match(/^[A-Z].*\.$/s);
        tagsOf(render(spec, typed, ['Wrong.']));
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });
});
