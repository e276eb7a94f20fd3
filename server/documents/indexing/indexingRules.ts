import { createHash } from 'node:crypto';
import type { IndexFault } from '../../../contract/indexing.ts';
import { type DirectoryError } from '../../people/identity/directoryError.ts';
import type { Access, Change, Item, DocumentCollection } from './documentSource.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const INTERVALS = {
  /** How often to look for changes of a source. */
  followMs: 5 * MINUTE_MS,
  /** How often to list the sources. */
  listMs: HOUR_MS,
  /** Between two pages of one source, so that others get their turn. */
  pauseMs: SECOND_MS / 2,
  /** The maximum age of an access list; varied by a tenth, so that not all are due at once. */
  accessMs: DAY_MS,
  /** The longest pause before a failed document is tried again, unless it is given up. */
  retryMs: HOUR_MS,
  /** When to read again if the readers changed during reading. */
  settleMs: MINUTE_MS,
  /** A server that has taken a source and stored nothing within this time has died. */
  leaseMs: 10 * MINUTE_MS,
  /** If a source does not answer for this long, its documents are removed: their current readers are unknown. */
  outdatedMs: 3 * DAY_MS,
  /** How long we keep the reason why a source is gone. */
  goneMs: 30 * DAY_MS,
} as const;

/** After this many failures a document is given up, until it changes or its access list is due. */
export const MOST_ATTEMPTS = 8;

/** A document's id in the index. */
export const documentId = (source: string, item: string): string => `${source}/${item}`;

const LONGEST_ID = 100;
/** A source's id, here and in the index; a long id is replaced by its hash. */
export function sourceId(kind: string, place: string): string {
  const id = `${kind}:${place}`;
  return id.length <= LONGEST_ID ? id : `${kind}:#${sha256(place)}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A hash of what the index stores of an item, except its readers: if it is unchanged, there is nothing to put again. */
export const contentMark = ({ version, title, address }: Item): string =>
  sha256(JSON.stringify([version, title, address]));

/** A hash of what matters to a folder's content: if it is unchanged, so are inherited access and addresses. */
export const folderMark = ({ parent, address }: Item, { readers, hasUnknown }: Access): string =>
  sha256(JSON.stringify([parent, address, readers, hasUnknown]));

/** Of several changes of one item, the last is valid. */
export const latestOf = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [change.id, change])).values(),
];

/** The readers who had access both before and after the read. */
export function throughout(before: Access, after: Access): Access & { hasSettled: boolean } {
  const readers = after.readers.filter((each) => before.readers.includes(each));
  const hasSettled = readers.length === after.readers.length;
  return { ...after, readers, hasSettled };
}

/** @param random from 0 to 1 */
export const spread = (ms: number, random: number): number => Math.round(ms * (0.9 + random / 5));

/** When to read an access list again: in a day, or earlier if a permission expires. */
export function accessDueAt({ until }: Pick<Access, 'until'>, now: number, random: number): number {
  return Math.min(now + spread(INTERVALS.accessMs, random), until ?? Infinity);
}

/** @param failures in a row, including this one */
export const retryMs = (failures: number, firstMs: number, random: number): number =>
  Math.round(Math.min(firstMs * 2 ** (failures - 1), INTERVALS.retryMs) * (0.5 + random / 2));

/** When to retry a document that could not be read. */
export function documentRetryAt(attempts: number, now: number, random: number): number {
  const ms = attempts >= MOST_ATTEMPTS ? spread(INTERVALS.accessMs, random) : retryMs(attempts, MINUTE_MS, random);
  return now + ms;
}

/** When to retry a source that could not be read. @param askedMs the wait Microsoft asked for */
export const sourceRetryAt = (failures: number, askedMs: number | null, now: number, random: number): number =>
  now + Math.max(retryMs(failures, MINUTE_MS / 2, random), Math.min(askedMs ?? 0, DAY_MS));

/** Whether Microsoft throttles us: then the error says nothing about the document. */
export const asksForPatience = (error: DirectoryError): boolean => error.retryAfterMs !== null;

/** The fault of a source. `leaves`: access was withdrawn, and nothing of it may be found any more. */
export function sourceFault(error: DirectoryError): { fault: IndexFault; leaves: boolean } {
  if (error.status === 403) return { fault: 'siteNotGranted', leaves: true };
  if (error.code === 'directory_denied') return { fault: 'denied', leaves: false };
  return { fault: error.code === 'directory_unavailable' ? 'unavailable' : 'unusable', leaves: false };
}

interface Listed extends Pick<DocumentCollection, 'id' | 'site'> {
  state: string;
}

/** Known places that are no longer listed, and why. */
export function missingFrom<T extends Listed>(
  known: readonly T[],
  places: readonly Pick<DocumentCollection, 'id'>[],
  { unknownSites, lostSites }: { unknownSites: ReadonlySet<string>; lostSites: ReadonlyMap<string, IndexFault> },
): { place: T; fault: IndexFault }[] {
  const there = new Set(places.map(({ id }) => id));
  return known
    .filter(
      ({ id, site, state }) => !there.has(id) && !unknownSites.has(site) && state !== 'gone' && state !== 'leaving',
    )
    .map((place) => ({ place, fault: lostSites.get(place.site) ?? 'sourceGone' }));
}
