import { createHash } from 'node:crypto';

/** A row as it is sealed. The sealed content includes its number and its place in the chain. */
export interface SealedContent {
  seq: number;
  at: number;
  actor: string;
  action: string;
  subject: string;
  channel: string | null;
  detail: string | null;
}

/** A place in the chain: the position of a row, and its hash. */
export interface Link {
  position: number;
  hash: string;
}

/**
 * `first`: the last purged row (position 0 before the first purge); `last`: the newest sealed row. It is stored beside
 * the rows, so that cutting off the end of the chain shows.
 */
export interface Chain {
  first: Link;
  last: Link;
}

/** The columns of `SealedContent`, in the order they are hashed. */
export const CONTENT = ['seq', 'at', 'actor', 'action', 'subject', 'channel', 'detail'] as const;

/** The link of the row after `previous`: SHA-256 (hex) of the previous hash, the position and every column. */
export function linkAfter(previous: Link, row: SealedContent): Link {
  const position = previous.position + 1;
  const canonical = JSON.stringify([previous.hash, position, ...CONTENT.map((column) => row[column])]);
  return { position, hash: createHash('sha256').update(canonical).digest('hex') };
}
