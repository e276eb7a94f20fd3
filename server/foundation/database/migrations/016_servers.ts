import type { Knex } from 'knex';
import { dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * Who holds executions says so with a beat, and others hold it for dead when the beat stays the same for a while by their
 * own clock: no server depends on what another thinks the time is. `executions.lease_until` is not used any more.
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
