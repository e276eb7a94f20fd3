import type { Knex } from 'knex';
import type { Db } from './statements.ts';

/** Work that is waiting. */
export interface Backlog {
  /** At most `MOST_COUNTED`. */
  rows: number;
  /** Since when the oldest has waited, in ms since the epoch; null if none waits. */
  oldestAt: number | null;
}

/** A monitoring read only needs to see that there is too much, and must not slow down the work itself. */
export const MOST_COUNTED = 10_000;

/** @param rows finds them, oldest first along an index, each with the moment it started waiting as `at` */
export async function backlogOf(db: Db, rows: Knex.QueryBuilder, most = MOST_COUNTED): Promise<Backlog> {
  const found = await db(rows.limit(most).as('found')).count({ rows: '*' }).min({ oldest_at: 'at' }).first();
  const { rows: count, oldest_at: oldestAt } = found as { rows: unknown; oldest_at: unknown };
  return { rows: Number(count), oldestAt: oldestAt === null ? null : Number(oldestAt) };
}
