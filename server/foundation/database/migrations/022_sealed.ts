import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Answers with passwords sealed before sealing was bound to a place. A migration has no key, so it only lists them; a
 * server re-seals them.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table unbound_answers (request_id varchar(110) not null, person varchar(300) not null, primary key (request_id, person))`,
    `insert into unbound_answers (request_id, person)
      select request_id, person from responses where payload like '%"secret":"v1.%'`,
  ]);
}

/** An older server cannot open what has been re-sealed. */
export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['unbound_answers']);
}
