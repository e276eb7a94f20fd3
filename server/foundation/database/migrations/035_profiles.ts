import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * What is shown about people, and their language and time zone. `spoken` and `time_zone` are the person's own choice;
 * everything else is from the directory as of `synced_at`; `photo` is base64.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table profiles (person varchar(300) primary key, job_title varchar(500), department varchar(500),
      language varchar(35), spoken varchar(35), time_zone varchar(64), photo text, photo_type varchar(20),
      synced_at bigint, next_sync_at bigint not null, used_at bigint not null)`,
    `create index profiles_due on profiles (next_sync_at)`,
    `create index profiles_used on profiles (used_at)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['profiles']);
}
