import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `audit_redactions`: the content of a sealed audit row since a person was removed from it, and the `seq` of the row
 * that records it. `erasures`: people being erased; `execution_id` is the one whose texts are only partly done.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table audit_redactions (position bigint primary key, digest varchar(64) not null, redacted_by bigint not null,
      mac varchar(64) not null)`,
    `create table erasures (person varchar(300) primary key, pseudonym varchar(40) not null, known text not null,
      execution_id varchar(26))`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['erasures', 'audit_redactions']);
}
