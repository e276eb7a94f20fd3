import { LRUCache } from 'lru-cache';
import { toRequest, type NewRequestRow, type Request } from './requestStore.ts';

/** Limits in characters, for all cached bodies and for one. The least recently used one is evicted. */
const MOST_KEPT = 16_000_000;
const MOST_OF_ONE = 200_000;
/** An erased name disappears from cached requests after this time, in ms. */
const KEPT_MS = 60_000;

/**
 * Cache of the requests that this server has just raised. It saves an answer the look-up before it is checked: the data
 * that it is checked against never changes. Whether an answer is accepted is always decided from stored data, under a
 * lock.
 */
export interface AskedCache {
  keep(row: NewRequestRow, people: readonly string[]): void;
  /** The request as raised; undefined if it has to be looked up: the person was not asked, or its time is over. */
  find(requestId: string, personId: string): Request | undefined;
  forget(requestIds: readonly string[]): void;
}

interface Kept {
  row: NewRequestRow;
  people: ReadonlySet<string>;
  at: number;
}

export function createAskedCache(now: () => number): AskedCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: MOST_KEPT,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: ({ row, people }) => row.body.length + people.size * row.id.length,
  });

  return {
    keep: (row, people) => void kept.set(row.id, { row, people: new Set(people), at: now() }),
    find(requestId, personId) {
      const found = kept.get(requestId);
      const at = now();
      if (!found?.people.has(personId) || Math.abs(at - found.at) >= KEPT_MS || found.row.expires_at <= at)
        return undefined;
      return toRequest({ ...found.row, ...AS_ASKED });
    },
    forget: (requestIds) => requestIds.forEach((id) => kept.delete(id)),
  };
}

/** The row of a request that has no answers. */
const AS_ASKED = {
  answered_count: 0,
  version: 1,
  closed_at: null,
  outcome: null,
  outcome_said: null,
  answered_by: null,
};
