import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `made_keys`: what a caller's `Idempotency-Key` has created, per kind: a flow, a chat, a named filter. */
export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  await runAll(db, [
    `create table made_keys (person varchar(300) not null, kind varchar(20) not null, made_key varchar(200) not null,
      body_hash varchar(64) not null, made_id varchar(64) not null, created_at bigint not null,
      primary key (person, kind, made_key)) ${narrow}`,
    `create index made_keys_age on made_keys (created_at)`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['made_keys']);
}
