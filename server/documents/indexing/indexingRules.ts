import { createHash } from 'node:crypto';
import type { IndexFault } from '../../../contract/indexing.ts';
import { type DirectoryError } from '../../people/identity/directoryError.ts';
import type { Access, Change, Item, Place } from './documentSource.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const INTERVALS = {
  /** How often is looked for changes of a source. */
  followMs: 5 * MINUTE_MS,
  /** How often is looked which sources there are. */
  listMs: HOUR_MS,
  /** Between two pages of one source: others have their turn. */
  pauseMs: SECOND_MS / 2,
  /** How old an access list may be before it is read again; spread by a tenth, so that not all are due at once. */
  accessMs: DAY_MS,
  /** Who may be read by changed while it was read. */
  settleMs: MINUTE_MS,
  /** A server that has taken a source and stored nothing of it for so long has died. */
  leaseMs: 10 * MINUTE_MS,
  /** A source that has not answered for so long is found by nobody: who may read it now is not known. */
  outdatedMs: 3 * DAY_MS,
  /** How long is told why a source has gone. */
  goneMs: 30 * DAY_MS,
} as const;

/** A document that could not be read so many times is given up until it changes, or its access list is due. */
export const MOST_ATTEMPTS = 8;

/** Of a document in the index. */
export const documentId = (source: string, item: string): string => `${source}/${item}`;

const LONGEST_ID = 100;
/** Of a source, in the index and here; one whose own id is long is known by its hash. */
export function sourceId(kind: string, place: string): string {
  const id = `${kind}:${place}`;
  return id.length <= LONGEST_ID ? id : `${kind}:#${sha256(place)}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Stays the same as long as what the index holds of an item need not be put again, but for its readers. */
export const contentMark = ({ version, title, address }: Item): string =>
  sha256(JSON.stringify([version, title, address]));

/** Stays the same as long as what lies in a folder is read by the same, and is where it was. */
export const folderMark = ({ parent, address }: Item, { readers, hasUnknown }: Access): string =>
  sha256(JSON.stringify([parent, address, readers, hasUnknown]));

/** Of several changes of one item the last holds. */
export const latestOf = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.map((change) => [change.id, change])).values(),
];

/** Those who could read it all the time while it was read. */
export function throughout(before: Access, after: Access): Access & { hasSettled: boolean } {
  const readers = after.readers.filter((each) => before.readers.includes(each));
  const hasSettled = readers.length === after.readers.length;
  return { ...after, readers, hasSettled };
}

/** @param random from 0 to 1 */
export const spread = (ms: number, random: number): number => Math.round(ms * (0.9 + random / 5));

/** When an access list is read again: in a day, or when one of those it names loses access before. */
export function accessDueAt({ until }: Pick<Access, 'until'>, now: number, random: number): number {
  return Math.min(now + spread(INTERVALS.accessMs, random), until ?? Infinity);
}

/** @param failures in a row, this one among them */
export const retryMs = (failures: number, firstMs: number, random: number): number =>
  Math.round(Math.min(firstMs * 2 ** (failures - 1), HOUR_MS) * (0.5 + random / 2));

/** When a document is read again that could not be read. */
export function documentRetryAt(attempts: number, now: number, random: number): number {
  const ms = attempts >= MOST_ATTEMPTS ? spread(INTERVALS.accessMs, random) : retryMs(attempts, MINUTE_MS, random);
  return now + ms;
}

/** When a source is read again that could not be read. @param askedMs patience that Microsoft asked for */
export const sourceRetryAt = (failures: number, askedMs: number | null, now: number, random: number): number =>
  now + Math.max(retryMs(failures, MINUTE_MS / 2, random), Math.min(askedMs ?? 0, DAY_MS));

/** Whether everybody is asked for patience, which says nothing about the document that was asked for. */
export const asksForPatience = (error: DirectoryError): boolean => error.retryAfterMs !== null;

/** What is wrong with a source, in a word. `leaves`: it may not be read any more, and nothing of it is to be found. */
export function sourceFault(error: DirectoryError): { fault: IndexFault; leaves: boolean } {
  if (error.status === 403) return { fault: 'siteNotGranted', leaves: true };
  if (error.code === 'directory_denied') return { fault: 'denied', leaves: false };
  return { fault: error.code === 'directory_unavailable' ? 'unavailable' : 'unusable', leaves: false };
}

interface Listed extends Pick<Place, 'id' | 'site'> {
  state: string;
}

/** What has become of places that are known. @param lost why, by site */
export function missingFrom<T extends Listed>(
  known: readonly T[],
  places: readonly Pick<Place, 'id'>[],
  { unknownSites, lostSites }: { unknownSites: ReadonlySet<string>; lostSites: ReadonlyMap<string, IndexFault> },
): { place: T; fault: IndexFault }[] {
  const there = new Set(places.map(({ id }) => id));
  return known
    .filter(
      ({ id, site, state }) => !there.has(id) && !unknownSites.has(site) && state !== 'gone' && state !== 'leaving',
    )
    .map((place) => ({ place, fault: lostSites.get(place.site) ?? 'sourceGone' }));
}
