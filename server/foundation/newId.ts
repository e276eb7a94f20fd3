import { randomFillSync } from 'node:crypto';
import { decodeTime, encodeTime, incrementBase32, ulid } from 'ulid';

/** Random bytes in store: ids take one per character, and asking for each alone costs more than storing a request. */
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

let lastAt: number | undefined;
let last = '';

/**
 * A ULID: 26 characters that no other id of ours has, in the order in which this server made them, as long as its clock
 * does not go back. @param at ms since the epoch
 */
export function newId(at: number = Date.now()): string {
  last = at === lastAt ? incrementBase32(last) : ulid(at, random);
  lastAt = at;
  return last;
}

/** No id of ours that was made at this moment or later stands before it. @param at ms since the epoch */
export const firstIdOf = (at: number): string => encodeTime(Math.max(at, 0), 10) + '0'.repeat(16);

/** When an id of ours was made, ms since the epoch. */
export const timeOf = (id: string): number => decodeTime(id);
