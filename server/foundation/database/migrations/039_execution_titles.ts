import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * The title by which people find an execution. Most executions are completed, so listing those needs no index; a list
 * of any other status reads only what it shows.
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
