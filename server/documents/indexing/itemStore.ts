import type { Knex } from 'knex';
import { MOST_COUNTED, type IndexFault } from '../../../contract/indexing.ts';
import { among, insertRows, type Columns } from '../../foundation/database/rows.ts';
import { query } from '../../foundation/database/statements.ts';

/** A document or folder of a source, and how it was read. */
export interface IndexedItem {
  id: string;
  parent: string | null;
  isFolder: boolean;
  title: string;
  /** Of a document, what is in the index; of a folder, what lies in it goes by that. Null: not to be relied on. */
  indexedAs: string | null;
  walk: number;
  /** Failures in a row. */
  attempts: number;
  /** When it is read again. */
  nextAt: number;
  fault: IndexFault | null;
}

interface ItemRow {
  item: string;
  parent: string | null;
  is_folder: number;
  title: string;
  indexed_as: string | null;
  walk: number;
  attempts: number;
  next_at: number;
  fault: IndexFault | null;
}

const COLUMNS: Columns = {
  source: 'text',
  item: 'text',
  parent: 'text',
  is_folder: 'integer',
  title: 'text',
  indexed_as: 'text',
  walk: 'integer',
  attempts: 'integer',
  next_at: 'integer',
  fault: 'text',
};
const SELECTED = Object.keys(COLUMNS).slice(1).join(', ');

const toItem = (row: ItemRow): IndexedItem => ({
  id: row.item,
  parent: row.parent,
  isFolder: row.is_folder === 1,
  title: row.title,
  indexedAs: row.indexed_as,
  walk: row.walk,
  attempts: row.attempts,
  nextAt: row.next_at,
  fault: row.fault,
});

/** Those of them that are known, by id. */
export async function readItems(db: Knex, source: string, ids: string[]): Promise<Map<string, IndexedItem>> {
  if (ids.length === 0) return new Map();
  const rows: ItemRow[] = await db('indexed_items')
    .where({ source })
    .where(among(db, 'item', ids));
  return new Map(rows.map((row) => [row.item, toItem(row)]));
}

/** Adds them, or replaces what is known of them. */
export async function putItems(trx: Knex, source: string, items: readonly IndexedItem[]): Promise<void> {
  const rows = items.map((item) => ({
    source,
    item: item.id,
    parent: item.parent,
    is_folder: item.isFolder ? 1 : 0,
    title: [...item.title].slice(0, 300).join(''),
    indexed_as: item.indexedAs,
    walk: item.walk,
    attempts: item.attempts,
    next_at: item.nextAt,
    fault: item.fault,
  }));
  const changes = Object.keys(COLUMNS)
    .slice(2)
    .map((name) => `${name} = excluded.${name}`);
  await insertRows(
    trx,
    'indexed_items',
    COLUMNS,
    rows,
    `on conflict (source, item) do update set ${changes.join(', ')}`,
  );
}

export const removeItems = async (trx: Knex, source: string, ids: string[]): Promise<void> =>
  void (
    ids.length > 0 &&
    (await trx('indexed_items')
      .where({ source })
      .where(among(trx, 'item', ids))
      .delete())
  );

/** Of one unit: a library may have very many in one folder, and whoever else writes waits no longer than for these. */
export const BELOW_AT_ONCE = 5000;

/** Reads some of what lies in these folders next. True when there is more that is to be read by then. */
export async function readSomeBelow(trx: Knex, source: string, folders: string[], now: number): Promise<boolean> {
  if (folders.length === 0) return false;
  const some = trx('indexed_items')
    .where({ source })
    .where(among(trx, 'parent', folders))
    .whereRaw('+next_at > ?', [now]) // by its parent, of which it has few
    .limit(BELOW_AT_ONCE)
    .select('item');
  const changed = await trx('indexed_items').where({ source }).whereIn('item', some).update({ next_at: now });
  return changed === BELOW_AT_ONCE;
}

/** Reads these next, and relies on nothing that is known of them. */
export const distrust = async (trx: Knex, source: string, ids: string[], now: number): Promise<void> =>
  void (
    ids.length > 0 &&
    (await trx('indexed_items')
      .where({ source })
      .where(among(trx, 'item', ids))
      .update({ next_at: now, indexed_as: null }))
  );

/** What could not be read is read again next. */
export const retrySoon = async (trx: Knex, source: string | null, now: number): Promise<void> =>
  void (await trx('indexed_items')
    .whereNotNull('fault')
    .where('attempts', '>', 0)
    .where(source === null ? {} : { source })
    .update({ next_at: now }));

/** Those that are due longest. */
export async function listDue(db: Knex, source: string, now: number, limit: number): Promise<IndexedItem[]> {
  const sql = `select ${SELECTED} from indexed_items where source = ? and next_at <= ? order by next_at limit ?`;
  return (await query<ItemRow>(db, sql, [source, now, limit])).map(toItem);
}

/** When the first of them is due; null: there is none. */
export async function firstDueAt(db: Knex, source: string): Promise<number | null> {
  const sql = 'select next_at from indexed_items where source = ? order by next_at limit 1';
  return (await query<{ next_at: number }>(db, sql, [source]))[0]?.next_at ?? null;
}

/** Those that were not met by a walk. */
export async function listUnmet(db: Knex, source: string, walk: number, limit: number): Promise<IndexedItem[]> {
  const sql = `select ${SELECTED} from indexed_items where source = ? and walk < ? order by walk limit ?`;
  return (await query<ItemRow>(db, sql, [source, walk, limit])).map(toItem);
}

/** @returns whether there may be more */
export async function removeSomeItems(trx: Knex, source: string, limit: number): Promise<boolean> {
  const some = trx('indexed_items').where({ source }).orderBy('item').limit(limit).select('item');
  const removed = await trx('indexed_items').where({ source }).whereIn('item', some).delete();
  return removed === limit;
}

/** Of a source, at most `MOST_COUNTED` each. */
export async function countItems(db: Knex, source: string, now: number): Promise<{ pending: number; failed: number }> {
  const [row] = await query<{ pending: number; failed: number }>(
    db,
    `select (select count(*) from (select 1 as there from indexed_items where source = ? and next_at <= ? limit ${MOST_COUNTED}) as ready) as pending,
       (select count(*) from (select 1 as there from indexed_items where source = ? and fault is not null limit ${MOST_COUNTED}) as faulty) as failed`,
    [source, now, source],
  );
  return { pending: Number(row!.pending), failed: Number(row!.failed) };
}

/** Those with a fault, in the order of their ids. */
export async function listFaulty(db: Knex, source: string, after: string, limit: number): Promise<IndexedItem[]> {
  const sql = `select ${SELECTED} from indexed_items where source = ? and fault is not null and item > ? order by item limit ?`;
  return (await query<ItemRow>(db, sql, [source, after, limit])).map(toItem);
}
