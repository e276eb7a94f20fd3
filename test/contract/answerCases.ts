import type { VariableSpec, VariableType } from '../../contract/variables.ts';

/** As an engine would: the whole text has to match. */
export const matches = (regex: string, text: string): boolean => new RegExp(`^(?:${regex})$`, 'u').test(text);

export const OPTIONS: VariableSpec['options'] = [
  { value: 'a', label: 'Apple' },
  {
    label: 'Citrus',
    options: [
      { value: 'l', label: 'Lemon' },
      { value: 'o', label: 'Orange', disabled: true },
    ],
  },
];
export const COLUMNS: VariableSpec['columns'] = [
  { name: 'item', type: 'text', required: true },
  { name: 'price', type: 'number' },
  { name: 'paid', type: 'boolean' },
  { name: 'day', type: 'date' },
];

/** What the spec of a field adds, what is sent for it, and what comes of it: nothing to say, a message, or one per cell. */
export type AnswerCase = [extra: Partial<VariableSpec>, value: unknown, wanted: 'ok' | RegExp | Record<string, RegExp>];

export const tree = (depth: number): unknown[] => (depth === 0 ? [] : [{ label: 'x', children: tree(depth - 1) }]);

const TEXT_CASES: AnswerCase[] = [
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
const LINE_CASES: AnswerCase[] = [
  ...TEXT_CASES,
  [{}, 'x'.repeat(2000), 'ok'],
  [{}, 'x'.repeat(2001), /at most 2,000 characters/],
];
const PARAGRAPH_CASES: AnswerCase[] = [
  ...TEXT_CASES,
  [{}, 'x'.repeat(20_000), 'ok'],
  [{}, 'x'.repeat(20_001), /at most 20,000 characters/],
  [{ validation: { max: 50_000 } }, 'x'.repeat(20_001), /at most 20,000 characters/],
];
const REFERENCE = { id: '1', displayName: 'Ada', email: null };
const ONE_CASES = (missing: RegExp): AnswerCase[] => [
  [{}, 'ada@sandbox.test', 'ok'],
  [{}, REFERENCE, 'ok'],
  [{}, { id: '1', displayName: 'Ada' }, 'ok'],
  [{}, { displayName: 'Ada' }, missing],
  [{}, { id: ' ', displayName: 'Ada' }, missing],
  [{}, ['ada@sandbox.test'], missing],
  [{}, 7, missing],
  [{ required: true }, '', missing],
];
const MANY_CASES = (missing: RegExp, many: string): AnswerCase[] => [
  [{}, ['ada@sandbox.test', REFERENCE], 'ok'],
  [{ required: true }, [], missing],
  [{}, 'ada@sandbox.test', missing],
  [{}, [7], missing],
  [{ validation: { max: 1 } }, ['a', 'b'], /at most 1/],
  [{ validation: { min: 2 } }, ['a'], new RegExp(`at least 2 ${many}`)],
  [{}, Array(501).fill('a'), new RegExp(`at most 500 ${many}`)],
];
const NUMBER_CASES: AnswerCase[] = [
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

const NOT_AT_HOST = [
  'http://files.test/a',
  'https://other.test/a',
  'https://files.test.other.test/a',
  'https://x@files.test/a',
  'https://:x@files.test/a',
  'https://files.test:444/a',
  'a.pdf',
].map((url): AnswerCase => [
  { validation: { hosts: ['files.test', 'more.test'] } },
  [{ url, name: 'a' }],
  /^Give the https address of a file at files\.test, more\.test\.$/,
]);

export const ANSWER_CASES: Record<VariableType, AnswerCase[]> = {
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
    [{}, [{ url: 'https://files.test/a.pdf', name: 'a.pdf' }], /at least one file/],
    [{ validation: { hosts: ['files.test'] } }, [{ url: 'https://files.test/a.pdf', name: 'a.pdf' }], 'ok'],
    [{ validation: { hosts: ['files.test'] } }, [{ id: 'f', name: 'a.pdf', size: 1 }], 'ok'],
    ...NOT_AT_HOST,
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
    [{ validation: { min: '2026-03-01T10:00' } }, '2026-03-01T10:00+02:00', 'ok'],
    [{ validation: { max: '2026-03-01T10:00' } }, '2026-03-01T10:00-05:00', 'ok'],
    [{ validation: { max: '2026-03-01T10:00' } }, '2026-03-01T10:01+02:00', /at the latest/],
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
