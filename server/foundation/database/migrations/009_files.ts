import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `size` is null until all bytes are there, `bound_at` until an answer refers to the file. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table files (id varchar(26) primary key, request_id varchar(110) not null, variable varchar(64) not null,
      person varchar(300) not null, name varchar(255) not null, type varchar(210) not null, size bigint,
      created_at bigint not null, bound_at bigint)`,
    `create index files_request on files (request_id)`,
    `create index files_unbound on files (created_at) where bound_at is null`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['files']);
}
