import type { Knex } from 'knex';
import { given } from './rows.ts';
import { isPostgres, query } from './statements.ts';

/** What can be locked, each with an arbitrary seed of its own, so that equal names of two kinds are two locks. */
const SEEDS = { starter: 20, flow: 61, chat: 62 };
export type LockKind = keyof typeof SEEDS;

/**
 * Locks names until the unit is over. PostgreSQL only: SQLite has a single writer anyway. They are locked in the order of
 * the names, so that two units cannot wait for each other.
 *
 * @param how many units can hold a `shared` lock; an `exclusive` one waits for them, and they for it
 */
export async function lockNames(
  db: Knex,
  kind: LockKind,
  names: readonly string[],
  how: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  if (!isPostgres(db)) return;
  const rows = names.toSorted().map((name) => ({ name }));
  const { sql, bindings } = given(db, { name: 'text' }, rows);
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await query(db, `select ${lock}(hashtextextended(name, ${SEEDS[kind]})) from ${sql}`, bindings);
}
