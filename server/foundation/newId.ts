import { randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeTime, encodeTime, incrementBase32, ulid } from 'ulid';

/** A pool of random bytes: ids take one per character, and drawing each alone costs more than storing a request. */
const store = Buffer.alloc(4096);
let taken = store.length;

/** From 0 to less than 1, in steps of 1/256. */
function random(): number {
  if (taken === store.length) {
    randomFillSync(store);
    taken = 0;
  }
  return store[taken++]! / 256;
}

/**
 * The last id of each recent millisecond. Callers may pass a past `at` after later ids were made, so one entry is not
 * enough.
 */
const lastIds = new LRUCache<number, string>({ max: 1000 });

/**
 * A unique 26-character ULID. Ids of the same millisecond sort in the order this server made them.
 *
 * @param at ms since the epoch
 */
export function newId(at: number = Date.now()): string {
  const last = lastIds.get(at);
  const id = last === undefined ? ulid(at, random) : incrementBase32(last);
  lastIds.set(at, id);
  return id;
}

/** A lower bound: sorts before every id made at this moment or later. @param at ms since the epoch */
export const firstIdOf = (at: number): string => encodeTime(Math.max(at, 0), 10) + '0'.repeat(16);

/** When an id was made, in ms since the epoch. */
export const timeOf = (id: string): number => decodeTime(id);
