import { nobody, type Holds, type PersonTable } from './personTable.ts';

const DOCUMENTS: Holds = { kept: 'text of documents; follows changes and deletions at their source' };

/** Personal data in the search for documents. */
export const SEARCH_TABLES: Record<string, PersonTable> = {
  search_documents: {
    key: ['seq'],
    columns: { ...nobody('id', 'source'), title: DOCUMENTS, address: DOCUMENTS, text: DOCUMENTS },
    exports: [],
    erases: 'nothing',
  },
  search_readers: {
    key: ['document', 'principal'],
    columns: { principal: 'id' },
    exports: ['document'],
    erases: { rows: 'principal' },
  },
};
