import type { Knex } from 'knex';
import { LAST_MOMENT } from '../../../contract/moments.ts';
import { isPostgres, perform, query, type Db } from './statements.ts';

/** Names and types of a statement's input columns. */
export type Columns = Record<string, 'text' | 'integer'>;
export type Row = Record<string, string | number | null>;

/** A statement, or part of one. */
export interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** The rows as a table named `given`, for a FROM clause: the same SQL text for any number of rows, on both databases. */
export function given(db: Knex, columns: Columns, rows: Row[]): Statement {
  const names = Object.keys(columns);
  if (!isPostgres(db)) {
    const fields = names.map((name, n) => `value ->> ${n} as ${name}`).join(', ');
    const values = rows.map((row) => names.map((name) => row[name] ?? null));
    return { sql: `(select ${fields} from json_each(?)) as given`, bindings: [JSON.stringify(values)] };
  }
  // not json_to_recordset: PostgreSQL always estimates 100 rows for it, and such a plan reads whole tables even for one
  // row. Inside a select, an array is always estimated at 10 rows; without it PostgreSQL replans for every shorter
  // array
  const arrays = names.map((name) => (columns[name] === 'text' ? '(select ?::text[])' : '(select ?::bigint[])'));
  const values = names.map((name) => rows.map((row) => row[name] ?? null));
  return { sql: `unnest(${arrays.join(', ')}) as given (${names.join(', ')})`, bindings: values as Knex.RawBinding[] };
}

/** The statement that `insertRows` runs, for use in a larger one. */
export function insertOf(db: Knex, table: string, columns: Columns, rows: Row[], rest = ''): Statement {
  const names = Object.keys(columns).join(', ');
  const { sql, bindings } = given(db, columns, rows);
  return { sql: `insert into ${table} (${names}) select ${names} from ${sql} where true ${rest}`, bindings };
}

export async function insertRows(db: Knex, table: string, columns: Columns, rows: Row[], rest = ''): Promise<void> {
  if (rows.length === 0) return;
  const { sql, bindings } = insertOf(db, table, columns, rows, rest);
  await perform(db, sql, bindings);
}

interface Change {
  set: string;
  where: string;
}

/** `update table set … from given where …` */
export async function changeRows(
  db: Knex,
  table: string,
  columns: Columns,
  rows: Row[],
  { set, where }: Change,
): Promise<void> {
  if (rows.length === 0) return;
  const { sql, bindings } = given(db, columns, rows);
  await perform(db, `update ${table} set ${set} from ${sql} where ${where}`, bindings);
}

/** The same; returns `returning` (as `changed`) of each row that changed. */
export async function updateRows(
  db: Knex,
  table: string,
  columns: Columns,
  rows: Row[],
  rest: Change & { returning: string },
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { sql, bindings } = given(db, columns, rows);
  const text = `update ${table} set ${rest.set} from ${sql} where ${rest.where} returning ${rest.returning} as changed`;
  const changed = await query<{ changed: string }>(db, text, bindings);
  return changed.map((row) => row.changed);
}

/** `select … from given join …` */
export async function selectRows<T>(
  db: Knex,
  columns: Columns,
  rows: Row[],
  { select, rest }: { select: string; rest: string },
): Promise<T[]> {
  if (rows.length === 0) return [];
  const { sql, bindings } = given(db, columns, rows);
  return query<T>(db, `select ${select} from ${sql} ${rest}`, bindings);
}

/** `column` is one of these values; always one binding. */
export function among(db: Db, column: string, values: string[]): Knex.Raw {
  if (isPostgres(db)) return db.raw('?? = any(?)', [column, values]);
  return db.raw('?? in (select value from json_each(?))', [column, JSON.stringify(values)]);
}

/**
 * `column` is one of the values that a query finds. PostgreSQL runs the query once: with `in`, and statistics from before
 * the table was filled, it would run it again for each row.
 */
export function amongFound(db: Db, column: string, found: Knex.QueryBuilder): Knex.Raw {
  return db.raw(isPostgres(db) ? '?? = any(array(?))' : '?? in (?)', [column, found]);
}

/** PostgreSQL: locks rows in the order of their ids, so that batches cannot deadlock. SQLite has only one writer. */
export async function lockRows(db: Knex, table: string, ids: string[]): Promise<void> {
  if (!isPostgres(db) || ids.length === 0) return;
  await query(db, `select id from ${table} where id = any(?) order by id for no key update`, [ids]);
}

/** Call it before an UPDATE that depends on nothing read from these rows. A single row is locked by the UPDATE itself. */
export async function lockInOrder(db: Knex, table: string, ids: string[]): Promise<void> {
  if (new Set(ids).size > 1) await lockRows(db, table, ids);
}

/** ISO text of a stored moment, capped at the last moment that can be written. */
export const toIso = (ms: number): string => new Date(Math.min(ms, LAST_MOMENT)).toISOString();
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

/**
 * Deletes at most `limit` rows whose `owner` column holds one of these ids. `key` is the primary key. @returns how many
 */
export async function deleteOwned(
  db: Db,
  table: string,
  { key, owner }: { key: string[]; owner: string },
  ids: string[],
  limit: number,
): Promise<number> {
  if (ids.length === 0 || limit <= 0) return 0;
  return deleteFound(db, table, key, db(table).whereIn(owner, ids).limit(limit).select(key));
}

interface Aged {
  table: string;
  /** The columns of its primary key. */
  key: string[];
  /** Of `created_at`, in ms since the epoch. */
  before: number;
  limit: number;
}

/** Deletes rows created at or before that moment, oldest first. @returns how many */
export const deleteOldest = (db: Knex, { table, key, before, limit }: Aged): Promise<number> => {
  const over = db(table)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .select(...key);
  return deleteFound(db, table, key, over);
};

/** Deletes the rows whose keys a query finds. PostgreSQL runs it once, as in `amongFound`, which takes one column only. */
async function deleteFound(db: Db, table: string, key: string[], found: Knex.QueryBuilder): Promise<number> {
  if (!isPostgres(db)) return db(table).whereIn(key, found).delete();
  const isFound = key.map((column) => `${table}.${column} = found.${column}`).join(' and ');
  const deleted = await db.raw<{ rowCount: number }>(
    `with found as materialized (?) delete from ${table} using found where ${isFound}`,
    [found],
  );
  return deleted.rowCount;
}
