import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';

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

/** A ULID: 26 characters that no other id of ours has, in the order of their moments. @param at ms since the epoch */
export const newId = (at: number = Date.now()): string => ulid(at, random);
