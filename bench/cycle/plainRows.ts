import type { Knex } from 'knex';
import { given, type Columns, type Row } from '../../server/foundation/database/rows.ts';
import { isPostgres } from '../../server/foundation/database/statements.ts';

/** Statements of the prototype, each planned every time. */
async function query<T>(db: Knex, sql: string, bindings: Knex.RawBinding[]): Promise<T[]> {
  const result = await db.raw(sql, bindings);
  return isPostgres(db) ? result.rows : result;
}

export async function insertRows(db: Knex, table: string, columns: Columns, rows: Row[]): Promise<void> {
  const names = Object.keys(columns).join(', ');
  const { sql, bindings } = given(db, columns, rows);
  await query(db, `insert into ${table} (${names}) select ${names} from ${sql}`, bindings);
}

/** The `returning` values of the changed rows. */
export async function updateRows(
  db: Knex,
  table: string,
  columns: Columns,
  rows: Row[],
  { set, where, returning }: { set: string; where: string; returning: string },
): Promise<string[]> {
  const { sql, bindings } = given(db, columns, rows);
  const text = `update ${table} set ${set} from ${sql} where ${where} returning ${returning} as changed`;
  const changed = await query<{ changed: string }>(db, text, bindings);
  return changed.map((row) => row.changed);
}

export function selectRows<T>(
  db: Knex,
  columns: Columns,
  rows: Row[],
  { select, rest }: { select: string; rest: string },
): Promise<T[]> {
  const { sql, bindings } = given(db, columns, rows);
  return query<T>(db, `select ${select} from ${sql} ${rest}`, bindings);
}

export async function lockRows(db: Knex, table: string, ids: string[]): Promise<void> {
  if (isPostgres(db)) await query(db, `select id from ${table} where id = any(?) order by id for no key update`, [ids]);
}
