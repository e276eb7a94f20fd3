import { z } from 'zod';
import type { Db } from '../foundation/database/statements.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { toHits, toStoredDocuments } from './longTexts.ts';
import type { SearchIndex } from './searchIndex.ts';
import { batchesOf, toReaders } from './searchRules.ts';
import {
  allowReaders,
  findDocuments,
  hasDocuments,
  putDocuments,
  removeDocuments,
  removeSome,
  type ResultPosition,
} from './searchStore.ts';
import { wantedIn } from './wordRules.ts';

interface Parts {
  units: UnitOfWork;
  reader: Db;
}

const Where = z.tuple([z.int().min(0).max(1), z.int().min(0), z.int().min(0)]);
const toPlace = ([inTitle, modifiedAt, seq]: z.infer<typeof Where>): ResultPosition => ({ inTitle, modifiedAt, seq });

const NOTHING = { items: [], nextCursor: null };
const MOST_REMOVED = 500;

/** The default index, in our own database. */
export function createDatabaseIndex({ units, reader }: Parts): SearchIndex {
  return {
    async put(documents) {
      const stored = await toStoredDocuments(documents);
      for (const batch of batchesOf(stored)) await units.run(({ trx }) => putDocuments(trx, batch));
    },

    async allow(documents) {
      const latest = new Map(documents.map(({ id, readers }) => [id, { id, readers: toReaders({ id, readers }) }]));
      const all = [...latest.values()];
      for (let n = 0; n < all.length; n += MOST_REMOVED)
        await units.run(({ trx }) => allowReaders(trx, all.slice(n, n + MOST_REMOVED)));
    },

    async clear() {
      let removed;
      do removed = await units.run(({ trx }) => removeSome(trx, {}, MOST_REMOVED));
      while (removed === MOST_REMOVED);
    },

    async remove(ids) {
      for (let n = 0; n < ids.length; n += MOST_REMOVED)
        await units.run(({ trx }) => removeDocuments(trx, ids.slice(n, n + MOST_REMOVED)));
    },

    async removeSource(source) {
      let removed;
      do removed = await units.run(({ trx }) => removeSome(trx, { source }, MOST_REMOVED));
      while (removed === MOST_REMOVED);
    },

    async find({ words, principals, limit, cursor }) {
      const after = cursor === undefined ? null : toPlace(decodeCursor(Where, cursor));
      const wanted = wantedIn(words);
      if (wanted === null || principals.length === 0) return NOTHING;
      const ids = principals.map((principal) => principal.toLowerCase());
      const found = await findDocuments(reader, { wanted, principals: ids, limit: limit + 1, after });
      const { items, nextCursor } = toPage(found, limit, ({ inTitle, modifiedAt, seq }) => [inTitle, modifiedAt, seq]);
      return { items: await toHits(items, wanted), nextCursor };
    },

    isEmpty: async () => !(await hasDocuments(reader)),
  };
}
