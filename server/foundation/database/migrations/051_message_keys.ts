import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `message_keys`: the message a caller's `Idempotency-Key` has written to a log, and what it started. `place` is the id
 * of the log or, for the person's own log, of the chat.
 */
export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  await runAll(db, [
    `create table message_keys (person varchar(300) not null, place varchar(64) not null, message_key varchar(200) not null,
      body_hash varchar(64) not null, message_id varchar(26) not null, execution_id varchar(26), answer_id varchar(26),
      created_at bigint not null, primary key (person, place, message_key)) ${narrow}`,
    `create index message_keys_age on message_keys (created_at)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['message_keys']);
}
