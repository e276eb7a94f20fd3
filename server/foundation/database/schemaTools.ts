import type { Knex } from 'knex';
import { isPostgres } from './rows.ts';

/** What differs between the two databases when a table is made. */
export interface Dialect {
  /** A primary key that counts up by itself. */
  counter: string;
  /**
   * Ends a table of short rows that is only ever reached through its primary key and its indexes. Long rows are slow in
   * it: SQLite would keep whole rows where it needs keys only.
   */
  narrow: string;
}

export const dialectOf = (db: Knex): Dialect =>
  isPostgres(db)
    ? { counter: 'bigint generated always as identity primary key', narrow: '' }
    : { counter: 'integer primary key autoincrement', narrow: 'without rowid' };

export async function runAll(db: Knex, statements: string[]): Promise<void> {
  for (const statement of statements) await db.raw(statement);
}

export async function dropTables(db: Knex, names: string[]): Promise<void> {
  for (const name of names) await db.schema.dropTableIfExists(name);
}
