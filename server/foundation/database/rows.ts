import type { Knex } from 'knex';
import { LAST_MOMENT } from '../../../contract/moments.ts';
import { isPostgres, perform, query, type Db } from './statements.ts';

/** The names and types of the columns that a statement is given. */
export type Columns = Record<string, 'text' | 'integer'>;
export type Row = Record<string, string | number | null>;

/** A statement, or a part of one. */
export interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** The rows as a table named `given`, for the FROM clause: one SQL text for any number of rows, on both databases. */
export function given(db: Knex, columns: Columns, rows: Row[]): Statement {
  const names = Object.keys(columns);
  if (!isPostgres(db)) {
    const fields = names.map((name, n) => `value ->> ${n} as ${name}`).join(', ');
    const values = rows.map((row) => names.map((name) => row[name] ?? null));
    return { sql: `(select ${fields} from json_each(?)) as given`, bindings: [JSON.stringify(values)] };
  }
  // not json_to_recordset: its rows are always estimated at 100, and a plan for 100 rows reads whole tables for one. Inside
  // a select, an array is always estimated at 10 rows; without it PostgreSQL plans again for every array with fewer
  const arrays = names.map((name) => (columns[name] === 'text' ? '(select ?::text[])' : '(select ?::bigint[])'));
  const values = names.map((name) => rows.map((row) => row[name] ?? null));
  return { sql: `unnest(${arrays.join(', ')}) as given (${names.join(', ')})`, bindings: values as Knex.RawBinding[] };
}

/** What `insertRows` performs, for a statement that does more. */
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

/** The same; returns what `returning` names (as `changed`) of the rows that changed. */
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

/** `column` is one of these values; one binding however many there are. */
export function among(db: Db, column: string, values: string[]): Knex.Raw {
  if (isPostgres(db)) return db.raw('?? = any(?)', [column, values]);
  return db.raw('?? in (select value from json_each(?))', [column, JSON.stringify(values)]);
}

/** PostgreSQL: locks rows in the order of their ids, so that batches never wait for each other in a circle. SQLite has one writer anyway. */
export async function lockRows(db: Knex, table: string, ids: string[]): Promise<void> {
  if (!isPostgres(db) || ids.length === 0) return;
  await query(db, `select id from ${table} where id = any(?) order by id for no key update`, [ids]);
}

/** Before an UPDATE of these rows and nothing that was read of them: one row locks itself. */
export async function lockInOrder(db: Knex, table: string, ids: string[]): Promise<void> {
  if (new Set(ids).size > 1) await lockRows(db, table, ids);
}

/** A moment that is stored; one further away than can be written is told as the last that can. */
export const toIso = (ms: number): string => new Date(Math.min(ms, LAST_MOMENT)).toISOString();
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

/** Deletes at most `limit` rows whose `owner` column holds one of these ids; returns how many. `key` is the primary key. */
export async function deleteOwned(
  db: Db,
  table: string,
  { key, owner }: { key: string[]; owner: string },
  ids: string[],
  limit: number,
): Promise<number> {
  if (ids.length === 0 || limit <= 0) return 0;
  const some = db(table).whereIn(owner, ids).limit(limit).select(key);
  return db(table).whereIn(key, some).delete();
}

interface Aged {
  table: string;
  /** The columns of its primary key. */
  key: string[];
  /** By `created_at`, in ms since the epoch. */
  before: number;
  limit: number;
}

/** Deletes rows of a table that are that old, the oldest first. @returns how many */
export const deleteOldest = (db: Knex, { table, key, before, limit }: Aged): Promise<number> => {
  const over = db(table)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .select(...key);
  return db(table).whereIn(key, over).delete();
};
