import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { deleteOwned, lockRows } from '../../foundation/database/rows.ts';
import { isPostgres, type Db } from '../../foundation/database/statements.ts';
import type { Erasure } from './erasureStore.ts';
import { isTheirs, replacePasswords, rewriting, type Rewriting } from './personRules.ts';
import { rowsWhere, type Condition, type TableRow } from './personRows.ts';
import type { Holds } from './personTable.ts';
import { PERSON_TABLES } from './personTables.ts';

/** An erasure, and what it works with. */
export interface Erasing extends Erasure {
  units: UnitOfWork;
  reader: Db;
}

const DELETED_AT_ONCE = 1000;
const REWRITTEN_AT_ONCE = 100;

/** Deletes the person's rows from a table. */
export function deleteTheirs({ units, known }: Erasing, table: string): Promise<void> {
  const { erases } = PERSON_TABLES[table]!;
  return deleteAllOwned(units, table, (erases as { rows: string }).rows, known.id);
}

/** Deletes all rows whose `owner` column holds this id, a thousand per unit. */
export async function deleteAllOwned(units: UnitOfWork, table: string, owner: string, id: string): Promise<void> {
  const { key } = PERSON_TABLES[table]!;
  let count: number;
  do count = await units.run(({ trx }) => deleteOwned(trx, table, { key, owner }, [id], DELETED_AT_ONCE));
  while (count === DELETED_AT_ONCE);
}

/** Like `deleteTheirs`, but locks the requests: otherwise counting the inbox could recreate it. */
export async function deleteNotifications({ units, known: { id: person } }: Erasing): Promise<void> {
  let ids: string[];
  do
    ids = await units.run(async ({ trx }) => {
      const some: string[] = await trx('notifications').where({ person }).limit(DELETED_AT_ONCE).pluck('subject_id');
      await lockRows(trx, 'requests', some);
      await trx('notifications').where({ person }).whereIn('subject_id', some).delete();
      return some;
    });
  while (ids.length === DELETED_AT_ONCE);
}

/** Replaces the person with the pseudonym in rows that meet a condition, a hundred per unit. */
export async function rewriteWhere(
  erasing: Erasing,
  table: string,
  condition: Condition,
  withNames = false,
): Promise<void> {
  const { key } = PERSON_TABLES[table]!;
  const words = rewriting(erasing.known, erasing.pseudonym, withNames);
  for await (const rows of rowsWhere(erasing.reader, table, condition, key))
    for (let n = 0; n < rows.length; n += REWRITTEN_AT_ONCE)
      await erasing.units.run(async ({ trx }) => {
        for (const row of rows.slice(n, n + REWRITTEN_AT_ONCE))
          await rewriteRow(trx, table, keyOf(table, row), erasing, words);
      });
}

export const keyOf = (table: string, row: TableRow): TableRow =>
  Object.fromEntries(PERSON_TABLES[table]!.key.map((name) => [name, row[name]!]));

/** The current row, locked until the unit ends. */
export async function lockedRow(db: Db, table: string, key: TableRow): Promise<TableRow | undefined> {
  const rows = db(table).where(key);
  return isPostgres(db) ? rows.forUpdate().first() : rows.first();
}

async function rewriteRow(db: Db, table: string, key: TableRow, erasure: Erasure, words: Rewriting): Promise<void> {
  const row = await lockedRow(db, table, key);
  const changes = row ? changesOf(table, row, erasure, words) : {};
  if (Object.keys(changes).length > 0) await db(table).where(key).update(changes);
}

/** The new values of columns that contain the person. */
export function changesOf(table: string, row: TableRow, { known, pseudonym }: Erasure, words: Rewriting): TableRow {
  const isOwn = row['person'] === known.id || row['started_by'] === known.id;
  const after = (column: string, holds: Holds, value: string): string => {
    if (holds === 'id') return value === known.id ? pseudonym : value;
    if (holds === 'name') return isName(value, row['person']) ? pseudonym : value;
    if (holds === 'address') return isTheirs(known, value) ? `${pseudonym}@erased.invalid` : value;
    if (holds === 'words') return words.text(value);
    if (holds !== 'json') return value;
    const content: unknown = JSON.parse(value);
    return JSON.stringify(words.json(isOwn ? withoutOwnWords(column, content) : content));
  };
  const isName = (value: string, of: unknown) => (of === undefined ? known.names.includes(value) : of === known.id);
  const changes = Object.entries(PERSON_TABLES[table]!.columns).flatMap(([column, holds]) => {
    const value = row[column];
    const next = typeof value === 'string' ? after(column, holds, value) : value;
    return next === value ? [] : [[column, next]];
  });
  return Object.fromEntries(changes) as TableRow;
}

/** Removes the person's passwords from answers, and their chat messages from the questions these came with. */
function withoutOwnWords(column: string, content: unknown): unknown {
  if (column === 'payload') return replacePasswords(content, null);
  const { chatContext } = content as { chatContext?: object };
  return column === 'body' && chatContext
    ? { ...(content as object), chatContext: { ...chatContext, recentMessages: [] } }
    : content;
}
