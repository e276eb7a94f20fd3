import { expect } from 'chai';
import fc from 'fast-check';
import {
  nextRow,
  offsetsOf,
  rowsOf,
  ROW_HEIGHTS,
  windowOf,
  type OptionRow,
} from '../../../desktop/renderer/inputs/optionRows.ts';

const options = [
  { value: 'none', label: 'None of these' },
  {
    label: 'Europe',
    options: [
      { value: 'de', label: 'Germany', description: 'Berlin' },
      { value: 'at', label: 'Austria', disabled: true },
    ],
  },
  { label: 'Asia', options: [{ value: 'jp', label: 'Japan' }] },
];
const words = (rows: OptionRow[]) => rows.map((row) => ('group' in row ? `[${row.group}]` : row.option.value));

describe('desktop/renderer/inputs: a long list of options', () => {
  it('finds all words in any order, in label, value, description and group, and keeps the headings of matches', () => {
    expect(words(rowsOf({ options }, ''))).to.deep.equal(['none', '[Europe]', 'de', 'at', '[Asia]', 'jp']);
    expect(words(rowsOf({ options }, 'GERM'))).to.deep.equal(['[Europe]', 'de']);
    expect(words(rowsOf({ options }, 'berlin europe'))).to.deep.equal(['[Europe]', 'de']);
    expect(words(rowsOf({ options }, 'asia'))).to.deep.equal(['[Asia]', 'jp']);
    expect(words(rowsOf({ options }, 'nowhere'))).to.deep.equal([]);
    expect(words(rowsOf({}, ''))).to.deep.equal([]);
  });

  it('knows the height of the list without drawing it', () => {
    const { group, option, described } = ROW_HEIGHTS;
    expect(offsetsOf(rowsOf({ options }, '')).at(-1)).to.equal(2 * group + 3 * option + described);
  });

  it('draws every visible line, and not many more, however long the list is', () => {
    const lists = fc.array(
      fc.record({ value: fc.constant('x'), description: fc.option(fc.constant('y'), { nil: undefined }) }),
      {
        minLength: 1,
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(lists, fc.nat(12_000), (many, top) => {
        const offsets = offsetsOf(rowsOf({ options: many }, ''));
        const [first, end] = windowOf(offsets, top, top + 320);
        const isInSight = (n: number) => offsets[n + 1]! > top && offsets[n]! < top + 320;
        for (let n = 0; n < many.length; n += 1) if (isInSight(n)) expect(n).to.be.within(first, end - 1);
        expect(end - first).to.be.at.most(Math.ceil(320 / ROW_HEIGHTS.option) + 10);
        expect(end).to.be.at.most(many.length);
      }),
    );
    expect(windowOf(offsetsOf([]), 0, 320)).to.deep.equal([0, 0]);
  });

  it('skips headings and disabled options, and wraps around at the ends', () => {
    const rows = rowsOf({ options }, '');
    expect([null, 0, 2, 5].map((from) => nextRow(rows, from, 1))).to.deep.equal([0, 2, 5, 0]);
    expect([null, 0, 2, 5].map((from) => nextRow(rows, from, -1))).to.deep.equal([5, 5, 0, 2]);
    expect(nextRow([], null, 1)).to.equal(null);
    expect(nextRow([{ group: 'x' }], null, 1)).to.equal(null);
  });
});
