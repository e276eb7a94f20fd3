import { nobody, SETTINGS, type PersonTable } from './personTable.ts';

export const DOCUMENT_TABLES: Record<string, PersonTable> = {
  document_sites: {
    key: ['id'],
    columns: { ...nobody('id'), address: SETTINGS, name: SETTINGS },
    exports: [],
    erases: 'nothing',
  },
};
