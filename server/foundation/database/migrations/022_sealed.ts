import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * The answers whose passwords were sealed before that was bound to a place. A migration has no key: it only lists them,
 * and a server seals them anew.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table unbound_answers (request_id varchar(110) not null, person varchar(300) not null, primary key (request_id, person))`,
    `insert into unbound_answers (request_id, person)
      select request_id, person from responses where payload like '%"secret":"v1.%'`,
  ]);
}

/** An older server cannot open what has been sealed anew. */
export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['unbound_answers']);
}
