import { UnknownEntry } from '../identity/directoryError.ts';
import { DirectoryError, isObjectId } from './directory.ts';

/** The largest page Graph returns. */
export const MAX_PAGE = '999';

/** Makes an id safe to put into a path. @throws DirectoryError if it is not an object id */
export function pathId(id: string): string {
  if (isObjectId(id)) return id;
  throw new DirectoryError('directory_failed', `${JSON.stringify(id)} is not the id of an entry of the directory.`);
}

/** A string literal for a `$filter`. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A `$search` over several properties; null if the text has nothing to search for. */
export function searchFor(wanted: string, properties: string[]): string | null {
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const escaped = wanted.trim().replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return properties.map((property) => `"${property}:${escaped}"`).join(' OR ');
}

export const unique = <T extends { id: string }>(items: T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** @throws DirectoryError if a reference is ambiguous */
export function single<T extends { id: string }>(items: T[], reference: string): T | null {
  const different = unique(items);
  if (different.length <= 1) return different[0] ?? null;
  throw new DirectoryError(
    'directory_failed',
    `More than one entry of the directory is called ${JSON.stringify(reference)}.`,
  );
}

export const gone = (kind: 'person' | 'group', id: string): DirectoryError =>
  new UnknownEntry('directory_failed', `The directory knows no ${kind} with the id ${id}.`);
