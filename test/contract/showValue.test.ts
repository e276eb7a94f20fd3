import { expect } from 'chai';
import { isShown, showValue } from '../../contract/answers.ts';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../contract/variables.ts';

const OPTIONS: VariableSpec['options'] = [
  { value: 'a', label: 'Apple' },
  { label: 'Citrus', options: [{ value: 'l' }] },
];
const ADA = { id: '1', displayName: 'Ada Lovelace', email: 'ada@sandbox.test' };

const READS: Record<VariableType, [value: unknown, text: string][]> = {
  text: [
    ['hello', 'hello'],
    ['', 'not answered'],
  ],
  string: [['hello', 'hello']],
  textarea: [['one\ntwo', 'one\ntwo']],
  multiline: [['one', 'one']],
  select: [
    ['a', 'Apple'],
    ['l', 'l'],
    ['fetched', 'fetched'],
  ],
  multiselect: [
    [['a', 'l'], 'Apple, l'],
    [[], 'not answered'],
  ],
  number: [
    [0, '0'],
    [12.5, '12.5'],
    ['many', 'many'],
  ],
  boolean: [
    [true, 'Yes'],
    [false, 'No'],
  ],
  date: [
    ['2026-03-01', '1 March 2026'],
    ['soon', 'soon'],
  ],
  file: [
    [[{ id: 'f', name: 'a.pdf', size: 1 }], 'a.pdf'],
    [
      [
        { id: 'f', name: 'a.pdf', size: 1 },
        { id: 'g', name: 'b.pdf', size: 1 },
      ],
      'a.pdf, b.pdf',
    ],
    [[{}, {}], '2 files'],
    [[{ url: 'https://files.test/a' }], 'https://files.test/a'],
    [[{ id: 'f' }, { url: 'https://files.test/a' }], '1 file, https://files.test/a'],
  ],
  user: [
    [ADA, 'Ada Lovelace'],
    ['ada@sandbox.test', 'ada@sandbox.test'],
    [{ id: '1', displayName: '', email: null }, '1'],
  ],
  multiuser: [[[ADA, 'grace@sandbox.test'], 'Ada Lovelace, grace@sandbox.test']],
  group: [[{ id: '2', displayName: 'Finance', email: null }, 'Finance']],
  multigroup: [[['finance'], 'finance']],
  range: [[7, '7']],
  datetime: [
    ['2026-03-01T10:30', '1 March 2026, 10:30'],
    ['2026-03-01T10:30:00Z', '1 March 2026, 10:30 UTC'],
    ['2026-03-01T10:30:00+00:00', '1 March 2026, 10:30 UTC'],
    ['2026-03-01T10:30:00+02:00', '1 March 2026, 10:30 (UTC+02:00)'],
    ['soon', 'soon'],
  ],
  time: [['10:30', '10:30']],
  hierarchy: [
    [
      [
        { label: 'a', children: [{ label: 'b', children: [{ label: 'c', children: [] }] }] },
        { label: 'd', children: [] },
      ],
      'a\n– b\n– – c\nd',
    ],
  ],
  password: [['hunter2', 'provided']],
  table: [
    [[{}, {}, {}], '3 rows'],
    [[{}], '1 row'],
  ],
  hidden: [['x', '']],
};

describe('showValue', () => {
  for (const type of VARIABLE_TYPES)
    for (const [value, text] of READS[type])
      it(`${type} ${JSON.stringify(value)} reads "${text.replaceAll('\n', ' ')}"`, () => {
        expect(showValue({ name: 'field', type, options: OPTIONS }, value)).to.equal(text);
      });

  it('a table reads row by row, below the names of its columns', () => {
    const columns: VariableSpec['columns'] = [
      { name: 'item', label: 'Item', type: 'text' },
      { name: 'price', type: 'number' },
      { name: 'insured', label: 'Insured', type: 'boolean' },
      { name: 'bought', label: 'Bought', type: 'date' },
    ];
    const rows = [
      { item: 'Printer,\nred', price: 12.5, insured: true, bought: '2026-03-01' },
      { item: 'Desk', insured: false },
      null,
    ];
    expect(showValue({ name: 'field', type: 'table', columns }, rows).split('\n')).to.deep.equal([
      'Item | price | Insured | Bought',
      'Printer, red | 12.5 | Yes | 1 March 2026',
      'Desk | – | No | –',
      '– | – | – | –',
    ]);
  });

  it('says so if there is no answer, whatever the type', () => {
    for (const type of VARIABLE_TYPES) expect(showValue({ name: 'field', type }, undefined)).to.equal('not answered');
  });
});

describe('isShown', () => {
  it('lets copies show choices and booleans, and nothing else', () => {
    const shown = VARIABLE_TYPES.filter((type) => isShown({ type }));
    expect(shown).to.deep.equal(['select', 'multiselect', 'boolean']);
  });
});
