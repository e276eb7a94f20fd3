import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/** `start_keys`: the execution a caller's `Idempotency-Key` started. The index counts a starter's unfinished executions. */
export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  await runAll(db, [
    `create table start_keys (person varchar(300) not null, flow_id varchar(64) not null, start_key varchar(200) not null,
      body_hash varchar(64) not null, execution_id varchar(26) not null, created_at bigint not null,
      primary key (person, flow_id, start_key)) ${narrow}`,
    `create index start_keys_age on start_keys (created_at)`,
    `create index executions_unfinished on executions (started_by) where status in ('running', 'waiting')`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [`drop index executions_unfinished`]);
  await dropTables(db, ['start_keys']);
}
