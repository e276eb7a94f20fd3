import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** The ends of the chain of sealed audit rows. It no longer starts at 0 once older rows have been purged. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table audit_chain (id integer primary key check (id = 1),
      first_position bigint not null, first_hash varchar(64) not null,
      last_position bigint not null, last_hash varchar(64) not null)`,
    `insert into audit_chain (id, first_position, first_hash, last_position, last_hash)
      values (1, 0, '${'0'.repeat(64)}', 0, '${'0'.repeat(64)}')`,
  ]);
}

/** Unseals all rows: should the chain come back, sealing starts over. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['update audit set position = null, hash = null where position is not null']);
  await dropTables(db, ['audit_chain']);
}
