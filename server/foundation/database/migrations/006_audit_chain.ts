import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** Where the chain of sealed audit rows ends, and where it begins since older rows were purged. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table audit_chain (id integer primary key check (id = 1),
      first_position bigint not null, first_hash varchar(64) not null,
      last_position bigint not null, last_hash varchar(64) not null)`,
    `insert into audit_chain (id, first_position, first_hash, last_position, last_hash)
      values (1, 0, '${'0'.repeat(64)}', 0, '${'0'.repeat(64)}')`,
  ]);
}

/** What was sealed is sealed again from the beginning, should the chain come back. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['update audit set position = null, hash = null where position is not null']);
  await dropTables(db, ['audit_chain']);
}
