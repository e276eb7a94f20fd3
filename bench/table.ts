import { bestOf, type Judged } from './expectations.ts';
import type { Measured } from './measureAll.ts';

/** The measurements, and their comparison with the expectations, as two tables for a terminal. */
export function toTable(measured: Measured[], judged: Judged[]): string {
  const figures = measured.map((each) => {
    const names = Object.keys(each.rounds[0]!);
    return [each.name, ...names.map((name) => `${name} ${number(bestOf(each, name))}`)];
  });
  const verdicts = judged.map(({ about, found, expected, isMet }) => [
    about,
    number(found),
    expected,
    isMet ? 'met' : 'MISSED',
  ]);
  return [...aligned(figures), '', ...aligned(verdicts)].join('\n');
}

const number = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

function aligned(rows: string[][]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, n) => (widths[n] = Math.max(widths[n] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n]!))
      .join('  ')
      .trimEnd(),
  );
}
