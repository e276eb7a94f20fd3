import type { Knex } from 'knex';
import type { Attachment } from '../../contract/attachments.ts';
import { insertRows, type Columns } from '../foundation/database/rows.ts';

const COLUMNS: Columns = { request_id: 'text', file_id: 'text' };

interface WithFiles {
  id: string;
  body: { attachments?: readonly Attachment[] };
}

/** Assignees may read the files attached to their question, which are kept as long as the question. */
export async function insertAttachedFiles(db: Knex, requests: readonly WithFiles[]): Promise<void> {
  const rows = requests.flatMap(({ id, body }) =>
    fileIdsOf(body.attachments).map((fileId) => ({ request_id: id, file_id: fileId })),
  );
  if (rows.length > 0) await insertRows(db, 'request_files', COLUMNS, rows);
}

const fileIdsOf = (attachments: readonly Attachment[] = []): string[] => [
  ...new Set(attachments.flatMap((each) => (each.kind === 'file' && each.file ? [each.file.id] : []))),
];

/** Whether a file is attached to a question that this person was asked. */
export async function isAttachedFor(db: Knex, fileId: string, personId: string): Promise<boolean> {
  const row: unknown = await db('request_files')
    .join('notifications', (join) =>
      join
        .on('notifications.subject_id', 'request_files.request_id')
        .andOn('notifications.person', db.raw('?', [personId])),
    )
    .where({ file_id: fileId })
    .first('request_files.request_id');
  return row !== undefined;
}
