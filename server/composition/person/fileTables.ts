import { nobody, type PersonTable } from './personTable.ts';

/** Files of answers. */
export const FILE_TABLES: Record<string, PersonTable> = {
  files: {
    key: ['id'],
    columns: {
      ...nobody('id', 'request_id', 'variable', 'type', 'location', 'item_id'),
      person: 'id',
      name: 'words',
      drive_id: { kept: 'where the file of an answer is stored; kept as long as the answer' },
      drive_path: { kept: 'where an upload was going; deleted with its row, which no answer refers to' },
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
