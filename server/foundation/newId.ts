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

/** The last id of each recent moment: who works on something since a moment makes its ids after others have made later ones. */
const lastIds = new Map<number, string>();
const MOMENTS = 1000;

/**
 * A ULID: 26 characters that no other id of ours has. Those of one moment are in the order in which this server made them.
 * @param at ms since the epoch
 */
export function newId(at: number = Date.now()): string {
  const last = lastIds.get(at);
  const id = last === undefined ? ulid(at, random) : incrementBase32(last);
  lastIds.delete(at);
  lastIds.set(at, id);
  if (lastIds.size > MOMENTS) lastIds.delete(lastIds.keys().next().value!);
  return id;
}

/** No id of ours that was made at this moment or later stands before it. @param at ms since the epoch */
export const firstIdOf = (at: number): string => encodeTime(Math.max(at, 0), 10) + '0'.repeat(16);

/** When an id of ours was made, ms since the epoch. */
export const timeOf = (id: string): number => decodeTime(id);
