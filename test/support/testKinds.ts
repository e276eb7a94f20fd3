import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from './importedPackages.ts';

/**
 * What a test file needs.
 *
 * - `browser`: a real browser
 * - `db`: PostgreSQL, the whole product, or other processes
 * - `unit`: none of these
 */
export type Kind = 'unit' | 'db' | 'browser';
export const KINDS: readonly Kind[] = ['unit', 'db', 'browser'];

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
/** A file that imports one of these, itself or through others, is of that kind; the first match counts. */
const SIGNS: [Kind, string[]][] = [
  ['browser', ['test/support/chromium.ts']],
  ['db', ['test/support/postgres.ts', 'server/main.ts', 'node:child_process', 'dependency-cruiser']],
];

/** Finds the kind of a test file by its imports. Files are named by their paths from the repository's root. */
export function createKindOf(read = readOurs): (file: string) => Kind {
  const imported = new Map<string, string[]>();
  const importedBy = (file: string): string[] => {
    if (!/\.tsx?$/.test(file)) return [];
    const found = imported.get(file) ?? importsOf(read(file)).map((each) => placeOf(each, file));
    imported.set(file, found);
    return found;
  };
  return (file) => {
    const all = new Set([file]);
    for (const each of all) importedBy(each).forEach((next) => all.add(next)); // a set also iterates over items added meanwhile
    return SIGNS.find(([, signs]) => signs.some((sign) => all.has(sign)))?.[0] ?? 'unit';
  };
}

const readOurs = (file: string): string => readFileSync(path.join(HOUSE, file), 'utf8');

const placeOf = (specifier: string, importer: string): string =>
  specifier.startsWith('.') ? path.posix.join(importer, '..', specifier) : specifier;
