import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * What people find an execution by. Most executions are completed, so that a list of those needs no index; one of the
 * others reads no more than it shows.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table executions add column title varchar(200)`,
    `create index executions_flow_state on executions (flow_id, status, id) where status <> 'completed'`,
    `create index executions_state on executions (status, id) where status <> 'completed'`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    `drop index executions_state`,
    `drop index executions_flow_state`,
    `alter table executions drop column title`,
  ]);
}
