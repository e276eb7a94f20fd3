import type { Knex } from 'knex';
import { toStored } from '../../../server/search/searchRules.ts';
import {
  findDocuments,
  putDocuments,
  removeDocuments,
  removeSome,
  type ResultPosition,
} from '../../../server/search/searchStore.ts';
import { wantedIn } from '../../../server/search/wordRules.ts';
import { aDocument } from '../../search/documents.ts';
import { NOW } from './largeTables.ts';

const searched = (db: Knex, words: string, after: ResultPosition | null) =>
  findDocuments(db, { wanted: wantedIn(words)!, principals: ['everyone', 'P100', 'G1', 'G2'], limit: 21, after });
const A_DOCUMENT = toStored(aDocument());

/** Frequent statements of document search. */
export const SEARCH_STATEMENTS: Record<string, (db: Knex) => Promise<unknown>> = {
  'search, a rare word': (db) => searched(db, 'w7', null),
  'search, a word of every document': (db) => searched(db, 'all', { inTitle: 0, modifiedAt: NOW - 10, seq: 10 }),
  'search, a document put and removed': async (db) => [
    await putDocuments(db, [{ ...A_DOCUMENT, id: 'document 7' }]),
    await removeDocuments(db, ['document 8']),
    await removeSome(db, { source: 'site 7' }, 500),
  ],
};
