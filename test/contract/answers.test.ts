import { expect } from 'chai';
import fc from 'fast-check';
import { checkAnswers, type AnswerRules } from '../../contract/answers.ts';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../contract/variables.ts';

const matches = (regex: string, text: string): boolean => new RegExp(`^(?:${regex})$`, 'u').test(text);

const OPTIONS: VariableSpec['options'] = [
  { value: 'a', label: 'Apple' },
  {
    label: 'Citrus',
    options: [
      { value: 'l', label: 'Lemon' },
      { value: 'o', label: 'Orange', disabled: true },
    ],
  },
];
const COLUMNS: VariableSpec['columns'] = [
  { name: 'item', type: 'text', required: true },
  { name: 'price', type: 'number' },
  { name: 'paid', type: 'boolean' },
  { name: 'day', type: 'date' },
];

/** A table cell of the property under test: what the spec adds, what is sent, and what comes of it. */
type Case = [extra: Partial<VariableSpec>, value: unknown, wanted: 'ok' | RegExp | Record<string, RegExp>];

const tree = (depth: number): unknown[] => (depth === 0 ? [] : [{ label: 'x', children: tree(depth - 1) }]);

const TEXT_CASES: Case[] = [
  [{}, 'hello', 'ok'],
  [{}, ' with spaces around ', 'ok'],
  [{ required: true }, '   ', /Write an answer/],
  [{}, 5, /Write an answer/],
  [{}, { toString: 'x' }, /Write an answer/],
  [{}, 'a\0b', /characters that cannot be displayed/],
  [{}, '\ud800', /characters that cannot be displayed/],
  [{}, '👩‍💻', 'ok'],
  [{ validation: { min: 3 } }, 'ab', /at least 3 characters/],
  [{ validation: { max: 3 } }, 'abcd', /at most 3 characters/],
  [{ validation: { max: 1 } }, 'ab', /at most 1 character\./],
  [{ validation: { regex: '[a-z]+' } }, 'abc', 'ok'],
  [{ validation: { regex: '[a-z]+' } }, 'abc1', /of the form/],
  [
    { validation: { regex: '[a-z]+', message: 'Only small letters, please.' } },
    'ABC',
    /^Only small letters, please\.$/,
  ],
];
const LINE_CASES: Case[] = [
  ...TEXT_CASES,
  [{}, 'x'.repeat(2000), 'ok'],
  [{}, 'x'.repeat(2001), /at most 2,000 characters/],
];
const PARAGRAPH_CASES: Case[] = [
  ...TEXT_CASES,
  [{}, 'x'.repeat(20_000), 'ok'],
  [{}, 'x'.repeat(20_001), /at most 20,000 characters/],
  [{ validation: { max: 50_000 } }, 'x'.repeat(20_001), /at most 20,000 characters/],
];
const REFERENCE = { id: '1', displayName: 'Ada', email: null };
const ONE_CASES = (missing: RegExp): Case[] => [
  [{}, 'ada@sandbox.test', 'ok'],
  [{}, REFERENCE, 'ok'],
  [{}, { id: '1', displayName: 'Ada' }, 'ok'],
  [{}, { displayName: 'Ada' }, missing],
  [{}, { id: ' ', displayName: 'Ada' }, missing],
  [{}, ['ada@sandbox.test'], missing],
  [{}, 7, missing],
  [{ required: true }, '', missing],
];
const MANY_CASES = (missing: RegExp, many: string): Case[] => [
  [{}, ['ada@sandbox.test', REFERENCE], 'ok'],
  [{ required: true }, [], missing],
  [{}, 'ada@sandbox.test', missing],
  [{}, [7], missing],
  [{ validation: { max: 1 } }, ['a', 'b'], /at most 1/],
  [{ validation: { min: 2 } }, ['a'], new RegExp(`at least 2 ${many}`)],
  [{}, Array(501).fill('a'), new RegExp(`at most 500 ${many}`)],
];
const NUMBER_CASES: Case[] = [
  [{}, 0, 'ok'],
  [{}, 12.5, 'ok'],
  [{}, '12', /^Enter a number\.$/],
  [{}, NaN, /^Enter a number\.$/],
  [{}, Infinity, /^Enter a number\.$/],
  [{ validation: { max: 100 } }, 101, /^Enter a number of at most 100\.$/],
  [{ validation: { min: '10' } }, 9, /^Enter a number of at least 10\.$/],
  [{ validation: { step: 0.1 } }, 0.3, 'ok'],
  [{ validation: { step: 0.1 } }, 0.35, /multiple of 0\.1/],
  [{ validation: { min: 1, step: 2 } }, 3, 'ok'],
  [{ validation: { min: 1, step: 2 } }, 2, /multiple of 2/],
];

const CASES: Record<VariableType, Case[]> = {
  text: LINE_CASES,
  string: LINE_CASES,
  textarea: PARAGRAPH_CASES,
  multiline: PARAGRAPH_CASES,
  select: [
    [{ options: OPTIONS }, 'a', 'ok'],
    [{ options: OPTIONS }, 'l', 'ok'],
    [{ options: OPTIONS }, 'o', /this one cannot be chosen/],
    [{ options: OPTIONS }, 'z', /options that are offered/],
    [{ options: OPTIONS }, 'Apple', /options that are offered/],
    [{ options: OPTIONS }, ['a'], /Choose an option/],
    [{ options: OPTIONS, required: true }, null, /Choose an option/],
    [{ options: OPTIONS }, 'toString', /options that are offered/],
    [{}, 'a', /options that are offered/],
    [{ optionsSource: { url: 'https://x.test' } }, 'fetched', 'ok'],
    [{ optionsSource: { url: 'https://x.test' } }, 'never', /options that are offered/],
  ],
  multiselect: [
    [{ options: OPTIONS }, ['a', 'l'], 'ok'],
    [{ options: OPTIONS, required: true }, [], /at least one option/],
    [{ options: OPTIONS }, ['a', 'a'], /only once/],
    [{ options: OPTIONS }, ['a', 'o'], /this one cannot be chosen/],
    [{ options: OPTIONS }, ['a', 'z'], /options that are offered/],
    [{ options: OPTIONS }, 'a', /at least one option/],
    [{ options: OPTIONS, validation: { min: 2 } }, ['a'], /at least 2 options/],
    [{ options: OPTIONS, validation: { max: 1 } }, ['a', 'l'], /at most 1 option\./],
  ],
  number: NUMBER_CASES,
  boolean: [
    [{}, true, 'ok'],
    [{ required: true }, false, 'ok'],
    [{}, 'true', /yes or no/],
    [{ required: true }, undefined, /yes or no/],
  ],
  date: [
    [{}, '2024-02-29', 'ok'],
    [{}, '2026-02-29', /date that exists/],
    [{}, '2026-13-01', /date that exists/],
    [{}, '1.3.2026', /date that exists/],
    [{ validation: { min: '2026-03-01' } }, '2026-02-28', /from 2026-03-01 on/],
    [{ validation: { max: '2026-03-01' } }, '2026-03-02', /2026-03-01 at the latest/],
  ],
  file: [
    [{}, [{ id: 'f', name: 'a.pdf', size: 3 }], 'ok'],
    [{ required: true }, [], /at least one file/],
    [{}, [{ id: 'f', name: 'a.pdf' }], /at least one file/],
    [{}, ['f'], /at least one file/],
    [{}, Array(21).fill({ id: 'f', name: 'a', size: 1 }), /at most 20 files/],
    [{ validation: { max: 1 } }, Array(2).fill({ id: 'f', name: 'a', size: 1 }), /at most 1 file\./],
  ],
  user: ONE_CASES(/Name a person/),
  multiuser: MANY_CASES(/at least one person/, 'people'),
  group: ONE_CASES(/Name a group/),
  multigroup: MANY_CASES(/at least one group/, 'groups'),
  range: [
    ...NUMBER_CASES,
    [{}, 100, 'ok'],
    [{}, 101, /at most 100/],
    [{}, -1, /at least 0/],
    [{ validation: { max: 5 } }, 6, /at most 5/],
  ],
  datetime: [
    [{}, '2026-03-01T10:30', 'ok'],
    [{}, '2026-03-01T10:30:15+02:00', 'ok'],
    [{}, '2026-03-01T10:30:15.5Z', 'ok'],
    [{}, '2026-02-30T10:30', /date and a time/],
    [{}, '2026-03-01', /date and a time/],
    [{}, '2026-03-01T25:00', /date and a time/],
    [{ validation: { min: '2026-03-01T10:00Z' } }, '2026-03-01T11:00+02:00', /from 2026-03-01T10:00Z on/],
    [{ validation: { max: '2026-03-01T10:00' } }, '2026-03-01T10:01', /at the latest/],
  ],
  time: [
    [{}, '23:59', 'ok'],
    [{}, '24:00', /hours:minutes/],
    [{}, '9:30', /hours:minutes/],
    [{}, '09:30:15', /hours:minutes/],
    [{ validation: { min: '09:00' } }, '08:59', /from 09:00 on/],
    [{ validation: { max: '17:00' } }, '17:01', /17:00 at the latest/],
  ],
  hierarchy: [
    [{}, [{ label: 'a', children: [{ label: 'b', children: [] }] }], 'ok'],
    [{}, [{ label: 'a' }], 'ok'],
    [{}, tree(6), 'ok'],
    [{}, tree(7), /at most 6 levels/],
    [{}, [{ label: ' ', children: [] }], /every entry a text/],
    [{}, ['a'], /at least one entry/],
    [{}, Array(501).fill({ label: 'a', children: [] }), /at most 500 entries/],
    [{ validation: { min: 2 } }, [{ label: 'a', children: [] }], /at least 2 entries/],
    [{ required: true }, [], /at least one entry/],
  ],
  password: [
    [{}, ' secret ', 'ok'],
    [{ required: true }, '', /Enter a password/],
    [{ validation: { min: 8 } }, 'short', /at least 8 characters/],
    [{}, 'x'.repeat(1001), /at most 1,000 characters/],
  ],
  table: [
    [{ columns: COLUMNS }, [{ item: 'a', price: 1, paid: false, day: '2026-03-01' }], 'ok'],
    [{ columns: COLUMNS }, [{ item: 'a', price: null, day: '' }], 'ok'],
    [
      { columns: COLUMNS },
      [{ item: 'a' }, { price: 'much' }],
      { 'field.1.item': /Write something/, 'field.1.price': /Enter a number/ },
    ],
    [
      { columns: COLUMNS },
      [{ item: 'a', paid: 'x', day: '2026-02-30' }],
      { 'field.0.paid': /yes or no/, 'field.0.day': /date that exists/ },
    ],
    [{ columns: COLUMNS }, [{ item: 'a', colour: 'red' }], { 'field.0.colour': /not a column/ }],
    [{ columns: COLUMNS }, [JSON.parse('{"item":"a","__proto__":"x"}')], { 'field.0.__proto__': /not a column/ }],
    [{ columns: COLUMNS }, [7], { 'field.0': /Enter a row/ }],
    [{ columns: COLUMNS }, 'a|1', /at least one row/],
    [{ columns: COLUMNS, required: true }, [], /at least one row/],
    [{ columns: COLUMNS }, Array(501).fill({ item: 'a' }), /at most 500 rows/],
    [
      { columns: [{ name: 'constructor', type: 'text', required: true }] },
      [{}],
      { 'field.0.constructor': /Write something/ },
    ],
  ],
  hidden: [[{ value: 'x' }, 'y', /not a field of this form/]],
};

const RULES: AnswerRules = { matches, offered: { field: ['fetched'] } };

describe('checkAnswers', () => {
  for (const type of VARIABLE_TYPES)
    for (const [extra, value, wanted] of CASES[type]) {
      const verdict = wanted === 'ok' ? 'takes' : 'refuses';
      it(`${type} ${verdict} ${JSON.stringify(value)?.slice(0, 60)} given ${JSON.stringify(extra).slice(0, 80)}`, () => {
        const result = checkAnswers([{ name: 'field', type, ...extra }], { field: value }, RULES);
        if (wanted === 'ok') return expect(result).to.have.property('ok', true);
        if (result.ok) throw new Error(`accepted as ${JSON.stringify(result.values)}`);
        const expected = wanted instanceof RegExp ? { field: wanted } : wanted;
        expect(result.fields).to.have.all.keys(Object.keys(expected));
        for (const [key, message] of Object.entries(expected)) expect(result.fields[key]).to.match(message);
      });
    }

  it('leaves out what was not answered and keeps what was typed as it is', () => {
    const specs: VariableSpec[] = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      type: name === 'd' ? 'multiselect' : 'text',
    }));
    const result = checkAnswers(specs, { a: ' kept ', b: '  ', c: null, d: [] });
    expect(result).to.deep.equal({ ok: true, values: { a: ' kept ' } });
  });

  it('refuses every name that is not a field, whatever stands under it', () => {
    const sent = JSON.parse('{"__proto__": "", "constructor": null, "more": [], "value": "x"}');
    const result = checkAnswers([{ name: 'value', type: 'text' }], sent);
    expect(result.ok).to.equal(false);
    expect(Object.keys((result as { fields: object }).fields)).to.have.members(['__proto__', 'constructor', 'more']);
  });

  it('allows a field that is called like something every object has', () => {
    const specs: VariableSpec[] = [
      { name: 'constructor', type: 'text', required: true },
      { name: 'toString', type: 'number' },
    ];
    expect(checkAnswers(specs, {})).to.deep.equal({ ok: false, fields: { constructor: 'Write an answer.' } });
    const result = checkAnswers(specs, { constructor: 'x' });
    expect(result.ok && Object.entries(result.values)).to.deep.equal([['constructor', 'x']]);
  });

  it('injects hidden variables only when everything else is right', () => {
    const specs: VariableSpec[] = [
      { name: 'value', type: 'text', required: true },
      { name: 'origin', type: 'hidden', value: { sensor: 7 } },
      { name: 'empty', type: 'hidden' },
    ];
    expect(checkAnswers(specs, { value: 'x' })).to.deep.equal({
      ok: true,
      values: { value: 'x', origin: { sensor: 7 } },
    });
    expect(checkAnswers(specs, {})).to.deep.equal({ ok: false, fields: { value: 'Write an answer.' } });
  });

  it('leaves patterns to the server when there is no engine for them, and never runs one on a text that is too long', () => {
    const spec: VariableSpec = { name: 'value', type: 'text', validation: { regex: '\\d+', max: 5 } };
    expect(checkAnswers([spec], { value: 'abc' }).ok).to.equal(true);
    const asked: string[] = [];
    checkAnswers([spec], { value: '1'.repeat(6) }, { matches: (_regex, text) => asked.push(text) > 0 });
    expect(asked).to.deep.equal([]);
  });

  it('survives a tree of any depth', () => {
    const result = checkAnswers([{ name: 'value', type: 'hierarchy' }], { value: tree(5_000) });
    expect(result).to.deep.equal({ ok: false, fields: { value: 'Use at most 6 levels.' } });
  });

  it('refuses what is no object of fields', () => {
    for (const sent of [[], 'x', 7, null, undefined] as unknown as Record<string, unknown>[])
      expect(checkAnswers([{ name: 'value', type: 'text' }], sent)).to.deep.equal({
        ok: false,
        fields: { values: 'Send an object of field names and values.' },
      });
  });
});

describe('checkAnswers on arbitrary input', () => {
  const ZOD_WORDS = /invalid|expected|unrecognized|too (small|big)|received|required\b|pattern/i;
  const anySpec = fc.record(
    {
      name: fc.constantFrom('value', 'constructor', 'field'),
      type: fc.constantFrom(...VARIABLE_TYPES),
      required: fc.boolean(),
      options: fc.constant(OPTIONS),
      columns: fc.constant(COLUMNS),
      validation: fc.record(
        {
          min: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.string()),
          max: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.string()),
          step: fc.constantFrom(0.1, 2),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['name', 'type'] },
  );
  const nearly = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.record({ item: fc.jsonValue(), price: fc.jsonValue() }, { requiredKeys: [] })),
    fc.array(fc.record({ label: fc.jsonValue(), children: fc.jsonValue() }, { requiredKeys: [] })),
    fc.record({ id: fc.jsonValue(), displayName: fc.jsonValue(), email: fc.jsonValue() }, { requiredKeys: [] }),
  );

  it('never throws, and says nothing but our own words', () => {
    const property = fc.property(anySpec, nearly, fc.boolean(), (spec, value, isOther) => {
      const result = checkAnswers([spec as VariableSpec], { [isOther ? 'other' : spec.name]: value }, { matches });
      if (result.ok) return;
      expect(Object.keys(result.fields)).to.not.deep.equal([]);
      for (const message of Object.values(result.fields))
        expect(message)
          .to.match(/^[A-Z].*\.$/)
          .and.not.match(ZOD_WORDS);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('takes what it gave back, and gives the same back', () => {
    const property = fc.property(anySpec, nearly, (spec, value) => {
      if (spec.type === 'hidden') return;
      const first = checkAnswers([spec as VariableSpec], { [spec.name]: value }, { matches });
      if (first.ok) expect(checkAnswers([spec as VariableSpec], first.values, { matches })).to.deep.equal(first);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
