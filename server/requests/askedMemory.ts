import { LRUCache } from 'lru-cache';
import { toRequest, type NewRequestRow, type Request } from './requestStore.ts';

/** Bodies that are kept, in characters of all and of one; the one that was asked or used longest ago makes room. */
const MOST_KEPT = 16_000_000;
const MOST_OF_ONE = 200_000;
/** Names that were erased are gone from what people see after this time, in ms. */
const KEPT_MS = 60_000;

/**
 * What this server has just asked. Whoever answers is spared the look-up that comes before their answer: nothing of what
 * it is checked against ever changes. Whether it is taken is decided by what is stored, under a lock, in any case.
 */
export interface AskedMemory {
  keep(row: NewRequestRow, people: readonly string[]): void;
  /** As it was asked; undefined where it has to be looked up, as when this person was not asked, or too late. */
  find(requestId: string, personId: string): Request | undefined;
  forget(requestIds: readonly string[]): void;
}

interface Kept {
  row: NewRequestRow;
  people: ReadonlySet<string>;
  at: number;
}

export function createAskedMemory(now: () => number): AskedMemory {
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

/** What the database says of a request that nobody has answered. */
const AS_ASKED = {
  answered_count: 0,
  version: 1,
  closed_at: null,
  outcome: null,
  outcome_said: null,
  answered_by: null,
};
