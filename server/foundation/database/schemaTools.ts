import type { Knex } from 'knex';
import { isPostgres } from './statements.ts';

/** How `create table` differs between the two databases. */
export interface Dialect {
  /** An auto-incrementing primary key. */
  counter: string;
  /**
   * Table suffix for short rows that are only read through the primary key and indexes. Do not use it for long rows:
   * SQLite would keep whole rows where it needs only keys.
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

/**
 * Rebuilds tables with their rows and indexes, because SQLite cannot alter a constraint. All tables that refer to one
 * of them must be in the list, after it.
 *
 * @param change turns the statement that created a table into the new one
 */
export async function rebuildTables(
  db: Knex,
  tables: string[],
  change: (sql: string, table: string) => string,
): Promise<void> {
  const renamed = new RegExp(`(create table|references) "?(${tables.join('|')})"?(?= ?\\()`, 'gi');
  const indexes: string[] = [];
  for (const table of tables) {
    const made: { type: string; sql: string | null }[] = await db('sqlite_master').where({ tbl_name: table });
    const sql = made.find(({ type }) => type === 'table')!.sql!;
    indexes.push(...made.flatMap(({ type, sql: own }) => (type === 'index' && own !== null ? [own] : [])));
    await db.raw(change(sql, table).replace(renamed, '$1 new_$2'));
    await db.raw(`insert into new_${table} select * from ${table}`);
  }
  for (const table of [...tables].reverse()) await db.raw(`drop table ${table}`);
  for (const table of tables) await db.raw(`alter table new_${table} rename to ${table}`);
  await runAll(db, indexes);
}
