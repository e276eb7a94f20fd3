import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * A server that holds executions increments its beat. Others presume it dead if the beat stays the same for a while by
 * their own clock: no server depends on another's clock. `executions.lease_until` is not used any more.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create table servers (id varchar(40) primary key, beat bigint not null, seen_at bigint not null)`,
    `create index executions_held on executions (lease_owner) where lease_owner is not null`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index executions_held']);
  await dropTables(db, ['servers']);
}
