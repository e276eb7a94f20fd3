import path from 'node:path';

/** Test files that one mocha runs, and what they are called together. */
export interface Part {
  name: string;
  files: string[];
}

/** Folders of `test/` that take longest, the longest first: each is a part, so that the others fit in between. */
const LONG = ['scenarios', 'desktop', 'attacks', 'chaos', 'sandbox', 'foundation', 'requests', 'flow', 'fuzz', 'bench'];
const OTHERS = 'others';

/** Splits test files (paths from `test/`) into parts that need nothing of each other, in the order to begin them. */
export function partsOf(files: readonly string[]): Part[] {
  const partOf = (file: string): string => {
    const folder = file.split(path.posix.sep)[0]!;
    return LONG.includes(folder) ? folder : OTHERS;
  };
  return [...LONG, OTHERS]
    .map((name) => ({ name, files: files.filter((file) => partOf(file) === name).sort() }))
    .filter((part) => part.files.length > 0);
}

/** What one mocha came to. */
export interface Outcome {
  passing: number;
  pending: number;
  failing: number;
  /** What stands below its totals: why tests failed. */
  reasons: string;
}

/** Reads the last summary of a part: a test may print what another mocha said. Who failed without saying so has failed too. */
export function outcomeOf(output: string, status: number | null, name: string): Outcome {
  const summary = /^ +(\d+) passing \(.*\)\n(?: +(\d+) pending\n)?(?: +(\d+) failing\n)?/gm;
  const last = [...output.matchAll(summary)].at(-1);
  const [text = '', passing = '0', pending = '0', failing = '0'] = last ?? [];
  const counts = { passing: Number(passing), pending: Number(pending), failing: Number(failing) };
  if (status !== 0 && counts.failing === 0)
    return { ...counts, failing: 1, reasons: `\n  ${name} ended with status ${status}` };
  const reasons = counts.failing > 0 ? output.slice(last!.index + text.length).trimEnd() : '';
  return { ...counts, reasons };
}

/** All of them as one mocha would say it. */
export function summarize(outcomes: readonly Outcome[], seconds: number): string {
  const sum = (key: 'passing' | 'pending' | 'failing') => outcomes.reduce((all, each) => all + each[key], 0);
  const [pending, failing] = [sum('pending'), sum('failing')];
  return [
    `  ${sum('passing')} passing (${Math.round(seconds / 60)}m)`,
    ...(pending > 0 ? [`  ${pending} pending`] : []),
    ...(failing > 0 ? [`  ${failing} failing`, ...outcomes.map(({ reasons }) => reasons).filter(Boolean)] : []),
  ].join('\n');
}
