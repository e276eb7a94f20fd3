import type { FailedCheck, FieldChecks } from '../../contract/problem.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';
import { check } from '../../server/foundation/errors.ts';

/** Like an engine: the whole text has to match. */
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

/** Additions to a field's spec, the value sent for it, and the result: none, a check, or one check per cell. */
export type AnswerCase = [extra: Partial<VariableSpec>, value: unknown, wanted: 'ok' | FailedCheck | FieldChecks];

export const tree = (depth: number): unknown[] => (depth === 0 ? [] : [{ label: 'x', children: tree(depth - 1) }]);

const TEXT_CASES: AnswerCase[] = [
  [{}, 'hello', 'ok'],
  [{}, ' with spaces around ', 'ok'],
  [{ required: true }, '   ', check('text')],
  [{ required: true }, ' \u200b\u2060 ', check('text')],
  [{}, 5, check('text')],
  [{}, { toString: 'x' }, check('text')],
  [{}, 'a\0b', check('notDisplayable')],
  [{}, '\ud800', check('notDisplayable')],
  [{}, '👩‍💻', 'ok'],
  [{ validation: { min: 3 } }, 'ab', check('atLeastCharacters', { count: 3 })],
  [{ validation: { max: 3 } }, 'abcd', check('atMostCharacters', { count: 3 })],
  [{ validation: { max: 1 } }, 'ab', check('atMostCharacters', { count: 1 })],
  [{ validation: { regex: '[a-z]+' } }, 'abc', 'ok'],
  [{ validation: { regex: '[a-z]+' } }, 'abc1', check('pattern')],
  [
    { validation: { regex: '[a-z]+', message: 'Only small letters, please.' } },
    'ABC',
    { ...check('pattern'), words: 'Only small letters, please.' },
  ],
];
const LINE_CASES: AnswerCase[] = [
  ...TEXT_CASES,
  [{}, 'x'.repeat(2000), 'ok'],
  [{}, 'x'.repeat(2001), check('atMostCharacters', { count: 2000 })],
];
const PARAGRAPH_CASES: AnswerCase[] = [
  ...TEXT_CASES,
  [{}, 'x'.repeat(20_000), 'ok'],
  [{}, 'x'.repeat(20_001), check('atMostCharacters', { count: 20000 })],
  [{ validation: { max: 50_000 } }, 'x'.repeat(20_001), check('atMostCharacters', { count: 20000 })],
];
const REFERENCE = { id: '1', displayName: 'Ada', email: null };
const ONE_CASES = (missing: FailedCheck): AnswerCase[] => [
  [{}, 'ada@sandbox.test', 'ok'],
  [{}, REFERENCE, 'ok'],
  [{}, { id: '1', displayName: 'Ada' }, 'ok'],
  [{}, { displayName: 'Ada' }, missing],
  [{}, { id: ' ', displayName: 'Ada' }, missing],
  [{}, { id: '\u200b', displayName: 'Ada' }, missing],
  [{}, ['ada@sandbox.test'], missing],
  [{}, 7, missing],
  [{ required: true }, '', missing],
];
const MANY_CASES = (missing: FailedCheck, many: 'People' | 'Groups'): AnswerCase[] => [
  [{}, ['ada@sandbox.test', REFERENCE], 'ok'],
  [{ required: true }, [], missing],
  [{}, 'ada@sandbox.test', missing],
  [{}, [7], missing],
  [{ validation: { max: 1 } }, ['a', 'b'], check(`atMost${many}`, { count: 1 })],
  [{ validation: { min: 2 } }, ['a'], check(`atLeast${many}`, { count: 2 })],
  [{}, Array(501).fill('a'), check(`atMost${many}`, { count: 500 })],
];
const NUMBER_CASES: AnswerCase[] = [
  [{}, 0, 'ok'],
  [{}, 12.5, 'ok'],
  [{}, '12', check('number')],
  [{}, NaN, check('number')],
  [{}, Infinity, check('number')],
  [{ validation: { max: 1e17 } }, 1e17, 'ok'],
  [{ validation: { min: -1e17, max: 0 } }, -1e17, 'ok'],
  [{ validation: { max: 100 } }, 101, check('numberTo', { max: 100 })],
  [{ validation: { min: '10' } }, 9, check('numberFrom', { min: 10 })],
  [{ validation: { step: 0.1 } }, 0.3, 'ok'],
  [{ validation: { step: 0.1 } }, 0.35, check('multiple', { step: 0.1 })],
  [{ validation: { step: 1 } }, 1.5, check('wholeNumber')],
  [{ validation: { min: 1, step: 1 } }, 1.5, check('wholeNumber')],
  [{ validation: { min: 1, step: 2 } }, 3, 'ok'],
  [{ validation: { min: 1, step: 2 } }, 2, check('multipleAbove', { base: 1, step: 2 })],
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
  check('fileAddress', { hosts: 'files.test, more.test' }),
]);

export const ANSWER_CASES: Record<VariableType, AnswerCase[]> = {
  text: LINE_CASES,
  string: LINE_CASES,
  textarea: PARAGRAPH_CASES,
  multiline: PARAGRAPH_CASES,
  select: [
    [{ options: OPTIONS }, 'a', 'ok'],
    [{ options: OPTIONS }, 'l', 'ok'],
    [{ options: OPTIONS }, 'o', check('optionDisabled')],
    [{ options: OPTIONS }, 'z', check('optionUnknown')],
    [{ options: OPTIONS }, 'Apple', check('optionUnknown')],
    [{ options: OPTIONS }, ['a'], check('option')],
    [{ options: OPTIONS, required: true }, null, check('option')],
    [{ options: OPTIONS }, 'toString', check('optionUnknown')],
    [{}, 'a', check('optionUnknown')],
    [{ optionsSource: { url: 'https://x.test' } }, 'fetched', 'ok'],
    [{ optionsSource: { url: 'https://x.test' } }, 'never', check('optionUnknown')],
  ],
  multiselect: [
    [{ options: OPTIONS }, ['a', 'l'], 'ok'],
    [{ options: OPTIONS, required: true }, [], check('options')],
    [{ options: OPTIONS }, ['a', 'a'], check('optionTwice')],
    [{ options: OPTIONS }, ['a', 'o'], check('optionDisabled')],
    [{ options: OPTIONS }, ['a', 'z'], check('optionUnknown')],
    [{ options: OPTIONS }, 'a', check('options')],
    [{ options: OPTIONS, validation: { min: 2 } }, ['a'], check('atLeastOptions', { count: 2 })],
    [{ options: OPTIONS, validation: { max: 1 } }, ['a', 'l'], check('atMostOptions', { count: 1 })],
  ],
  number: [
    ...NUMBER_CASES,
    [{}, Number.MAX_SAFE_INTEGER, 'ok'],
    [{}, 12345678901234567890, check('numberTo', { max: Number.MAX_SAFE_INTEGER })],
    [{ validation: { min: 1 } }, 2 ** 53, check('numberTo', { max: Number.MAX_SAFE_INTEGER })],
    [{}, -(2 ** 53), check('numberFrom', { min: Number.MIN_SAFE_INTEGER })],
  ],
  boolean: [
    [{}, true, 'ok'],
    [{ required: true }, false, 'ok'],
    [{}, 'true', check('yesOrNo')],
    [{ required: true }, undefined, check('yesOrNo')],
  ],
  date: [
    [{}, '2024-02-29', 'ok'],
    [{}, '2026-02-29', check('dateUnknown')],
    [{}, '2026-13-01', check('dateUnknown')],
    [{}, '1.3.2026', check('dateUnknown')],
    [{ validation: { min: '2026-03-01' } }, '2026-02-28', check('dateFrom', { min: '2026-03-01' })],
    [{ validation: { max: '2026-03-01' } }, '2026-03-02', check('dateTo', { max: '2026-03-01' })],
  ],
  file: [
    [{}, [{ id: 'f', name: 'a.pdf', size: 3 }], 'ok'],
    [{ required: true }, [], check('files')],
    [{}, [{ id: 'f', name: 'a.pdf' }], check('files')],
    [{}, ['f'], check('files')],
    [{}, [{ url: 'https://files.test/a.pdf', name: 'a.pdf' }], check('files')],
    [{ validation: { hosts: ['files.test'] } }, [{ url: 'https://files.test/a.pdf', name: 'a.pdf' }], 'ok'],
    [{ validation: { hosts: ['files.test'] } }, [{ id: 'f', name: 'a.pdf', size: 1 }], 'ok'],
    ...NOT_AT_HOST,
    [{}, Array(21).fill({ id: 'f', name: 'a', size: 1 }), check('atMostFiles', { count: 20 })],
    [{ validation: { max: 1 } }, Array(2).fill({ id: 'f', name: 'a', size: 1 }), check('atMostFiles', { count: 1 })],
  ],
  user: ONE_CASES(check('person')),
  multiuser: MANY_CASES(check('people'), 'People'),
  group: ONE_CASES(check('group')),
  multigroup: MANY_CASES(check('groups'), 'Groups'),
  range: [
    ...NUMBER_CASES,
    [{}, 100, 'ok'],
    [{}, 101, check('numberTo', { max: 100 })],
    [{}, -1, check('numberFrom', { min: 0 })],
    [{ validation: { max: 5 } }, 6, check('numberTo', { max: 5 })],
  ],
  datetime: [
    [{}, '2026-03-01T10:30', 'ok'],
    [{}, '2026-03-01T10:30:15+02:00', 'ok'],
    [{}, '2026-03-01T10:30:15.5Z', 'ok'],
    [{}, '2026-02-30T10:30', check('datetimeUnknown')],
    [{}, '2026-03-01', check('datetimeUnknown')],
    [{}, '2026-03-01T25:00', check('datetimeUnknown')],
    [{}, '31.3.2026 14:30', check('datetimeUnknown')],
    [
      { validation: { min: '2026-03-01T10:00Z' } },
      '2026-03-01T11:00+02:00',
      check('datetimeFrom', { min: '2026-03-01T10:00Z' }),
    ],
    [{ validation: { max: '2026-03-01T10:00' } }, '2026-03-01T10:01', check('datetimeTo', { max: '2026-03-01T10:00' })],
    [{ validation: { min: '2026-03-01T10:00' } }, '2026-03-01T10:00+02:00', 'ok'],
    [{ validation: { max: '2026-03-01T10:00' } }, '2026-03-01T10:00-05:00', 'ok'],
    [
      { validation: { max: '2026-03-01T10:00' } },
      '2026-03-01T10:01+02:00',
      check('datetimeTo', { max: '2026-03-01T10:00' }),
    ],
  ],
  time: [
    [{}, '23:59', 'ok'],
    [{}, '24:00', check('time')],
    [{}, '9:30', check('time')],
    [{}, '09:30:15', check('time')],
    [{ validation: { min: '09:00' } }, '08:59', check('timeFrom', { min: '09:00' })],
    [{ validation: { max: '17:00' } }, '17:01', check('timeTo', { max: '17:00' })],
  ],
  hierarchy: [
    [{}, [{ label: 'a', children: [{ label: 'b', children: [] }] }], 'ok'],
    [{}, [{ label: 'a' }], 'ok'],
    [{}, tree(6), 'ok'],
    [{}, tree(7), check('levels', { count: 6 })],
    [{}, [{ label: ' ', children: [] }], check('entryText')],
    [{}, ['a'], check('entries')],
    [{}, Array(501).fill({ label: 'a', children: [] }), check('atMostEntries', { count: 500 })],
    [{ validation: { min: 2 } }, [{ label: 'a', children: [] }], check('atLeastEntries', { count: 2 })],
    [{ required: true }, [], check('entries')],
  ],
  password: [
    [{}, ' secret ', 'ok'],
    [{ required: true }, '', check('password')],
    [{ validation: { min: 8 } }, 'short', check('atLeastCharacters', { count: 8 })],
    [{}, 'x'.repeat(1001), check('atMostCharacters', { count: 1000 })],
  ],
  table: [
    [{ columns: COLUMNS }, [{ item: 'a', price: 1, paid: false, day: '2026-03-01' }], 'ok'],
    [{ columns: COLUMNS }, [{ item: 'a', price: null, day: '' }], 'ok'],
    [
      { columns: COLUMNS },
      [{ item: 'a' }, { price: 'much' }],
      { 'field.1.item': check('cell'), 'field.1.price': check('number') },
    ],
    [
      { columns: COLUMNS },
      [{ item: 'a', paid: 'x', day: '2026-02-30' }],
      { 'field.0.paid': check('yesOrNo'), 'field.0.day': check('dateUnknown') },
    ],
    [
      { columns: COLUMNS },
      [{ item: 'a', price: 2 ** 53 }],
      { 'field.0.price': check('numberTo', { max: Number.MAX_SAFE_INTEGER }) },
    ],
    [{ columns: COLUMNS }, [{ item: 'a', colour: 'red' }], { 'field.0.colour': check('column') }],
    [{ columns: COLUMNS }, [JSON.parse('{"item":"a","__proto__":"x"}')], { 'field.0.__proto__': check('column') }],
    [{}, [{ item: 'a' }], { 'field.0.item': check('column') }],
    [{ columns: COLUMNS }, [7], { 'field.0': check('row') }],
    [{ columns: COLUMNS }, 'a|1', check('rows')],
    [{ columns: COLUMNS, required: true }, [], check('rows')],
    [{ columns: COLUMNS }, Array(501).fill({ item: 'a' }), check('atMostRows', { count: 500 })],
    [
      { columns: [{ name: 'constructor', type: 'text', required: true }] },
      [{}],
      { 'field.0.constructor': check('cell') },
    ],
  ],
  hidden: [[{ value: 'x' }, 'y', check('notAField')]],
};
