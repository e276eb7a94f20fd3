import path from 'node:path';
import type { Kind } from './testKinds.ts';

/** The test files of one mocha run, and their common name. */
export interface Part {
  name: string;
  files: string[];
}

/**
 * The parts, the longest first, so that the others fit in between: single files, tests of a kind in one folder, and the
 * rest of a kind. Mocha runs one file after another, so what needs only a processor runs in two halves.
 */
const HALVES = ['unit', 'unit, the other half'] as const;
const PARTS = [
  'db',
  'browser desktop',
  'browser scenarios',
  'db documents',
  'desktop/browser/places.test.ts',
  'db attacks',
  'db assignments',
  'db foundation',
  'chaos/chaos.test.ts',
  'db flow',
  'db requests',
  'db scenarios',
  'scenarios/tokenRace.test.ts',
  'fuzz/fuzz.test.ts',
  'bench/bench.test.ts',
  'browser',
  ...HALVES,
];

/** Splits test files (paths from `test/`) into independent parts, in the order to start them. */
export function partsOf(files: readonly string[], kindOf: (file: string) => Kind): Part[] {
  const parts = new Map(PARTS.map((name) => [name, [] as string[]]));
  const [half, other] = HALVES.map((name) => parts.get(name)!);
  for (const file of [...files].sort()) {
    const kind = kindOf(file);
    const smaller = half!.length > other!.length ? other! : half!;
    const ofFolder = parts.get(`${kind} ${file.split(path.posix.sep)[0]}`);
    (parts.get(file) ?? (kind === 'unit' ? smaller : (ofFolder ?? parts.get(kind)!))).push(file);
  }
  return [...parts].map(([name, own]) => ({ name, files: own })).filter((part) => part.files.length > 0);
}

/** The result of one mocha run. */
export interface Outcome {
  passing: number;
  pending: number;
  failing: number;
  /** The text below its totals: the reasons of failures. */
  reasons: string;
}

/**
 * Reads the last summary of a part, because a test may print another mocha's. A run that failed without a summary has
 * failed too.
 */
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

/** mocha's titles above each reason, one per line; a failure without a title stands for itself. */
export function failedTitles(reasons: string): string[] {
  const titles = [...reasons.matchAll(/^ {2}\d+\) (.+(?:\n.+)*?):$/gm)].map(([, lines]) =>
    lines!
      .split('\n')
      .map((line) => line.trim())
      .join(' > '),
  );
  return titles.length > 0 || reasons === '' ? titles : [reasons.trim()];
}

/**
 * All results in mocha's format, with the failed titles once more at the end, where a truncated log still shows them.
 */
export function summarize(outcomes: readonly Outcome[], seconds: number): string {
  const sum = (key: 'passing' | 'pending' | 'failing') => outcomes.reduce((all, each) => all + each[key], 0);
  const [pending, failing] = [sum('pending'), sum('failing')];
  const reasons = outcomes.map((each) => each.reasons).filter(Boolean);
  const titles = reasons.flatMap(failedTitles).map((title) => `  - ${title}`);
  return [
    `  ${sum('passing')} passing (${Math.round(seconds / 60)}m)`,
    ...(pending > 0 ? [`  ${pending} pending`] : []),
    ...(failing > 0 ? [`  ${failing} failing`, ...reasons, '', ...titles] : []),
  ].join('\n');
}
