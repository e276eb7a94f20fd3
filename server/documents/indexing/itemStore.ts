import type { Knex } from 'knex';
import { MOST_COUNTED, type IndexFault } from '../../../contract/indexing.ts';
import { among, amongFound, insertRows, type Columns } from '../../foundation/database/rows.ts';
import { query } from '../../foundation/database/statements.ts';

/** A document or folder of a source, and the state of reading it. */
export interface IndexedItem {
  id: string;
  parent: string | null;
  isFolder: boolean;
  title: string;
  /** For a document, the hash of what is indexed; for a folder, of what its content depends on. Null: unreliable. */
  indexedAs: string | null;
  walk: number;
  /** Failures in a row. */
  attempts: number;
  /** When to read it again. */
  nextAt: number;
  fault: IndexFault | null;
}

/** An item that is due at once, even if the clock is set back before it is read. */
export const DUE_NOW = 0;

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

/** The known ones among these ids. */
export async function readItems(db: Knex, source: string, ids: string[]): Promise<Map<string, IndexedItem>> {
  if (ids.length === 0) return new Map();
  const rows: ItemRow[] = await db('indexed_items')
    .where({ source })
    .where(among(db, 'item', ids));
  return new Map(rows.map((row) => [row.item, toItem(row)]));
}

/** Adds or replaces items. */
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

/** Items per unit: a folder may hold very many, and other writers wait for no more than these. */
export const BELOW_AT_ONCE = 5000;

/** Makes items in these folders due, up to `BELOW_AT_ONCE`. @returns whether there are more */
export async function readSomeBelow(trx: Knex, source: string, folders: string[]): Promise<boolean> {
  if (folders.length === 0) return false;
  const some = trx('indexed_items')
    .where({ source })
    .where(among(trx, 'parent', folders))
    .whereRaw('+next_at > ?', [DUE_NOW]) // the plus forces the index on parent, which finds fewer rows
    .limit(BELOW_AT_ONCE)
    .select('item');
  const changed = await trx('indexed_items')
    .where({ source })
    .whereRaw(amongFound(trx, 'item', some))
    .update({ next_at: DUE_NOW });
  return changed === BELOW_AT_ONCE;
}

/** Makes these due, and marks what is known of them as unreliable. */
export const markUnreliable = async (trx: Knex, source: string, ids: string[]): Promise<void> =>
  void (
    ids.length > 0 &&
    (await trx('indexed_items')
      .where({ source })
      .where(among(trx, 'item', ids))
      .update({ next_at: DUE_NOW, indexed_as: null }))
  );

/** Makes failed items due. */
export const retrySoon = async (trx: Knex, source: string | null): Promise<void> =>
  void (await trx('indexed_items')
    .whereNotNull('fault')
    .where('attempts', '>', 0)
    .where(source === null ? {} : { source })
    .update({ next_at: DUE_NOW }));

/**
 * Makes items due that wait for a moment up to `until`, at most `BELOW_AT_ONCE`: the clock was set back, and they would
 * wait for that much longer.
 */
export const retryWaiting = async (trx: Knex, source: string, until: number): Promise<void> =>
  void (await trx('indexed_items')
    .where({ source })
    .whereIn(
      'item',
      trx('indexed_items')
        .where({ source })
        .where('next_at', '<=', until)
        .orderBy('next_at')
        .limit(BELOW_AT_ONCE)
        .select('item'),
    )
    .update({ next_at: DUE_NOW }));

/** The items that have been due for longest. */
export async function listDue(db: Knex, source: string, now: number, limit: number): Promise<IndexedItem[]> {
  const sql = `select ${SELECTED} from indexed_items where source = ? and next_at <= ? order by next_at limit ?`;
  return (await query<ItemRow>(db, sql, [source, now, limit])).map(toItem);
}

/** When the next item is due; null: there is none. */
export async function firstDueAt(db: Knex, source: string): Promise<number | null> {
  const sql = 'select next_at from indexed_items where source = ? order by next_at limit 1';
  return (await query<{ next_at: number }>(db, sql, [source]))[0]?.next_at ?? null;
}

/** Items that the current walk has not met. */
export async function listUnmet(db: Knex, source: string, walk: number, limit: number): Promise<IndexedItem[]> {
  const sql = `select ${SELECTED} from indexed_items where source = ? and walk < ? order by walk limit ?`;
  return (await query<ItemRow>(db, sql, [source, walk, limit])).map(toItem);
}

export async function listSomeIds(db: Knex, source: string, limit: number): Promise<string[]> {
  const some: { item: string }[] = await db('indexed_items')
    .where({ source })
    .orderBy('item')
    .limit(limit)
    .select('item');
  return some.map(({ item }) => item);
}

/** Counts for a source, at most `MOST_COUNTED` each. */
export async function countItems(db: Knex, source: string, now: number): Promise<{ pending: number; failed: number }> {
  const [row] = await query<{ pending: number; failed: number }>(
    db,
    `select (select count(*) from (select 1 as there from indexed_items where source = ? and next_at <= ? limit ${MOST_COUNTED}) as ready) as pending,
       (select count(*) from (select 1 as there from indexed_items where source = ? and fault is not null limit ${MOST_COUNTED}) as faulty) as failed`,
    [source, now, source],
  );
  return { pending: Number(row!.pending), failed: Number(row!.failed) };
}

/** Items with a fault, sorted by id. */
export async function listFaulty(db: Knex, source: string, after: string, limit: number): Promise<IndexedItem[]> {
  const sql = `select ${SELECTED} from indexed_items where source = ? and fault is not null and item > ? order by item limit ?`;
  return (await query<ItemRow>(db, sql, [source, after, limit])).map(toItem);
}
