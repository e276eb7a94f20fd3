import { nobody, type Holds, type PersonTable } from './personTable.ts';

const DOCUMENTS: Holds = { kept: 'what documents say; it goes when they change or go where they come from' };

/** What is known of persons where documents are searched. */
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
