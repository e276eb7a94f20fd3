import { nobody, type PersonTable } from './personTable.ts';

/** Files of answers. */
export const FILE_TABLES: Record<string, PersonTable> = {
  files: {
    key: ['id'],
    columns: {
      ...nobody('id', 'request_id', 'variable', 'type', 'location', 'item_id'),
      person: 'id',
      name: 'words',
      drive_id: { kept: 'where the file of an answer lies, which stays as long as the answer' },
      drive_path: { kept: 'where a file was on its way to; it goes with its row, and no answer refers to that' },
    },
    exports: ['id', 'request_id', 'variable', 'name', 'type', 'size', 'created_at', 'location'],
    erases: 'execution',
  },
  request_files: {
    key: ['request_id', 'file_id'],
    columns: { ...nobody('request_id', 'file_id') },
    exports: [],
    erases: 'nothing',
  },
};
