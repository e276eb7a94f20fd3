import type { Knex } from 'knex';
import { query } from '../foundation/database/statements.ts';

/**
 * Marks the unfinished executions in the logs of an assignment that has just ended: nobody works on them any more. The
 * assignment must be locked, because then whatever is started in its logs is either stored already or is the person's
 * own. Executions must not be locked here, because they come before assignments in the lock order.
 */
export async function markStray(trx: Knex, assignmentId: string): Promise<void> {
  await query(
    trx,
    `insert into stray_executions (execution_id) select executions.id
     from chat_logs join executions on executions.log_id = chat_logs.id
     where chat_logs.assignment_id = ? and executions.status in ('running', 'waiting')
     on conflict do nothing`,
    [assignmentId],
  );
}

/** Marked executions, which are to be cancelled. */
export const strayExecutions = (db: Knex, limit: number): Promise<string[]> =>
  db('stray_executions').orderBy('execution_id').limit(limit).pluck('execution_id');

export const forgetStray = (trx: Knex, executionId: string): Promise<number> =>
  trx('stray_executions').where({ execution_id: executionId }).delete();
