import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Files of earlier answers that come with a question: its assignees may read them, and they are kept as long as it is. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table request_files (request_id varchar(110) not null references requests (id), file_id varchar(26) not null,
      primary key (request_id, file_id))`,
    `create index request_files_file on request_files (file_id)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['request_files']);
}
