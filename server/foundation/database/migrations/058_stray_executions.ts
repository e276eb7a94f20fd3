import type { Knex } from 'knex';
import { dialectOf, dropTables, runAll } from '../schemaTools.ts';

export const kind = 'expand';

/**
 * `stray_executions`: executions of assignments that ended without being completed while these ran. The row is written
 * with the end, and deleted once the execution is cancelled. Times cannot tell which executions these are, because
 * clocks differ and step. Servers of older versions write no rows, and cancel theirs themselves.
 */
export async function up(db: Knex): Promise<void> {
  const { narrow } = dialectOf(db);
  await runAll(db, [
    `create table stray_executions (execution_id varchar(26) not null primary key) ${narrow}`,
    `insert into stray_executions (execution_id) select executions.id
       from executions join chat_logs on chat_logs.id = executions.log_id join assignments on assignments.id = chat_logs.assignment_id
       where executions.status in ('running', 'waiting') and executions.started_at <= assignments.ended_at
         and assignments.status in ('cancelled', 'rejected', 'delegated', 'expired', 'failed')`,
  ]);
}

export async function down(db: Knex): Promise<void> {
  await dropTables(db, ['stray_executions']);
}
