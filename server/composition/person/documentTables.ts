import { nobody, SETTINGS, type Holds, type PersonTable } from './personTable.ts';

const TITLES: Holds = { kept: 'titles of documents; deleted together with the document at its source' };

export const DOCUMENT_TABLES: Record<string, PersonTable> = {
  begun_index: { key: ['id'], columns: { name: SETTINGS }, exports: [], erases: 'nothing' },
  document_sites: {
    key: ['id'],
    columns: { ...nobody('id'), address: SETTINGS, name: SETTINGS },
    exports: [],
    erases: 'nothing',
  },
  indexed_items: {
    key: ['source', 'item'],
    columns: { ...nobody('source', 'item', 'parent', 'indexed_as', 'fault'), title: TITLES },
    exports: [],
    erases: 'nothing',
  },
  indexed_kinds: { key: ['kind'], columns: { ...nobody('kind', 'fault') }, exports: [], erases: 'nothing' },
  indexed_sources: {
    key: ['id'],
    columns: {
      ...nobody('id', 'kind', 'place', 'site', 'state', 'link', 'fault'),
      site_name: SETTINGS,
      title: SETTINGS,
      address: SETTINGS,
    },
    exports: [],
    erases: 'nothing',
  },
};
