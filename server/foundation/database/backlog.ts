import type { Knex } from 'knex';
import type { Db } from './statements.ts';

/** What waits for somebody to do it. */
export interface Backlog {
  /** `MOST_COUNTED` where there are that many, or more. */
  rows: number;
  /** The moment since which the oldest of them waits, ms since the epoch; null when there is none. */
  oldestAt: number | null;
}

/** Whoever asks how much waits wants to know that it is too much, and must not keep the database from doing it. */
export const MOST_COUNTED = 10_000;

/** @param rows finds them, each with the moment since which it waits as `at`, in the order of an index; the oldest first */
export async function backlogOf(db: Db, rows: Knex.QueryBuilder, most = MOST_COUNTED): Promise<Backlog> {
  const found = await db(rows.limit(most).as('found')).count({ rows: '*' }).min({ oldest_at: 'at' }).first();
  const { rows: count, oldest_at: oldestAt } = found as { rows: unknown; oldest_at: unknown };
  return { rows: Number(count), oldestAt: oldestAt === null ? null : Number(oldestAt) };
}
