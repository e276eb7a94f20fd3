import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { isPostgres } from '../database/rows.ts';

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

interface ChainRow {
  first_position: number;
  first_hash: string;
  last_position: number;
  last_hash: string;
}

const toChain = (row: ChainRow): Chain => ({
  first: { position: row.first_position, hash: row.first_hash },
  last: { position: row.last_position, hash: row.last_hash },
});

/** Null when the row is gone, which nothing of ours does. */
export async function readChain(db: Knex): Promise<Chain | null> {
  const row: ChainRow | undefined = await db('audit_chain').where({ id: 1 }).first();
  return row ? toChain(row) : null;
}

/** The chain, locked to the end of the unit; null while another server has it. */
export async function lockChain(db: Knex): Promise<Chain | null> {
  if (!isPostgres(db)) return readChain(db);
  const row: ChainRow | undefined = await db('audit_chain').where({ id: 1 }).forUpdate().skipLocked().first();
  return row ? toChain(row) : null;
}

export async function moveLast(db: Knex, { position, hash }: Link): Promise<void> {
  await db('audit_chain').where({ id: 1 }).update({ last_position: position, last_hash: hash });
}

export async function moveFirst(db: Knex, { position, hash }: Link): Promise<void> {
  await db('audit_chain').where({ id: 1 }).update({ first_position: position, first_hash: hash });
}
