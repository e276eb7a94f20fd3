import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `reserved` is how many bytes an upload may take while `size` is not known. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table files add column reserved bigint not null default 0`,
    `create index files_person on files (person, created_at)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index files_person`, `alter table files drop column reserved`]);
}
