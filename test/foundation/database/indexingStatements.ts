import type { Knex } from 'knex';
import {
  countItems,
  firstDueAt,
  listDue,
  listFaulty,
  listUnmet,
  putItems,
  readItems,
  readSomeBelow,
  removeItems,
  type IndexedItem,
} from '../../../server/documents/indexing/itemStore.ts';
import { isAnyDue, storeHeld, takeDue } from '../../../server/documents/indexing/sourceStore.ts';
import { NOW } from './largeTables.ts';

const ITEM: IndexedItem = {
  id: 'I7',
  parent: 'I3',
  isFolder: false,
  title: 'Title',
  indexedAs: null,
  walk: 1,
  attempts: 0,
  nextAt: NOW,
  fault: null,
};

/** Frequent statements of the indexer. */
export const INDEXING_STATEMENTS: Record<string, (db: Knex) => Promise<unknown>> = {
  'indexing, which libraries are due': async (db) => [
    await isAnyDue(db, NOW),
    await takeDue(db, ['library'], { now: NOW, until: NOW + 1, limit: 2 }),
    await storeHeld(db, { id: 'S100000', turn: 2 }, { documents: 1 }, NOW),
  ],
  'indexing, what is due in a library': async (db) => [
    await listDue(db, 'S7', NOW, 50),
    await firstDueAt(db, 'S7'),
    await listUnmet(db, 'S7', 2, 500),
  ],
  'indexing, items read and stored': async (db) => [
    await readItems(db, 'S7', ['I7', 'I107']),
    await putItems(db, 'S7', [ITEM]),
    await removeItems(db, 'S7', ['I7']),
    await readSomeBelow(db, 'S7', ['I3']),
  ],
  'indexing, how a library stands': async (db) => [await countItems(db, 'S7', NOW), await listFaulty(db, 'S7', '', 50)],
};
