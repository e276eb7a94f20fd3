import { DirectoryError, isObjectId } from './directory.ts';

/** As many entries as Graph puts on one page. */
export const MAX_PAGE = '999';

/** Ids become part of a path; what is no id must not. @throws DirectoryError */
export function pathId(id: string): string {
  if (isObjectId(id)) return id;
  throw new DirectoryError('directory_failed', `${JSON.stringify(id)} is not the id of an entry of the directory.`);
}

/** A text within a `$filter`. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A `$search` over several properties; null when there is nothing to look for in it. */
export function searchFor(wanted: string, properties: string[]): string | null {
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const escaped = wanted.trim().replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return properties.map((property) => `"${property}:${escaped}"`).join(' OR ');
}

export const unique = <T extends { id: string }>(items: T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

/** @throws DirectoryError when a reference does not say which of several is meant */
export function single<T>(items: T[], reference: string): T | null {
  if (items.length <= 1) return items[0] ?? null;
  throw new DirectoryError(
    'directory_failed',
    `More than one entry of the directory is called ${JSON.stringify(reference)}.`,
  );
}

export const gone = (kind: 'person' | 'group', id: string): DirectoryError =>
  new DirectoryError('directory_failed', `The directory knows no ${kind} with the id ${id}.`);
