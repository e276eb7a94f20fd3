import { createHash } from 'node:crypto';

/** A row as it is sealed. Its number and its place in the chain belong to what is sealed. */
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
 * `first`: the last row that was purged (position 0 before any was); `last`: the newest sealed row. It stands beside the
 * rows, so that a chain which was cut off at its end is missed.
 */
export interface Chain {
  first: Link;
  last: Link;
}

/** Columns of `SealedContent`, in the order in which they are hashed. */
export const CONTENT = ['seq', 'at', 'actor', 'action', 'subject', 'channel', 'detail'] as const;

/** The link of a row that follows `previous`: SHA-256 (hex) of the previous hash, the position and every column. */
export function linkAfter(previous: Link, row: SealedContent): Link {
  const position = previous.position + 1;
  const canonical = JSON.stringify([previous.hash, position, ...CONTENT.map((column) => row[column])]);
  return { position, hash: createHash('sha256').update(canonical).digest('hex') };
}
