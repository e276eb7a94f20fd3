import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** For readers of a drive's changes: which of its items are our files. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [`create index files_drive on files (drive_id, item_id, person) where drive_id is not null`]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index files_drive']);
}
