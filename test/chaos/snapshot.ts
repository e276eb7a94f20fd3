import type { Knex } from 'knex';
import type { Branch } from '../../server/flow/branchRules.ts';
import { isPostgres } from '../../server/foundation/database/statements.ts';

export interface ExecutionRow {
  id: string;
  flow_id: string;
  status: string;
  branches: Branch[];
  lease_owner: string | null;
  error: string | null;
}

interface StepRow {
  execution_id: string;
  seq: number;
  visit_key: string;
  status: string;
}

export interface RequestRow {
  id: string;
  execution_id: string;
  visit_key: string;
  strategy: 'any' | 'all';
  status: string;
  assignee_count: number;
  answered_count: number;
  body: string;
}

interface Snapshot {
  executions: ExecutionRow[];
  steps: StepRow[];
  requests: RequestRow[];
  notifications: { subject_id: string; person: string; answered_at: number | null }[];
  responses: { request_id: string; person: string; submission_id: string; channel: string }[];
  tokens: { hash: string; request_id: string; person: string; used_at: number | null }[];
  templates: { request_id: string }[];
  orders: { subject_id: string }[];
  deliveries: { subject_id: string; person: string }[];
  audit: { actor: string; action: string; subject: string }[];
  messages: { execution_id: string }[];
}
export type { Snapshot };

/** Everything about the executions that run, or ended at `since` or later, at one moment. */
export async function readSnapshot(db: Knex, since: number): Promise<Snapshot> {
  const snapshot = isPostgres(db) ? { isolationLevel: 'repeatable read' as const, readOnly: true } : undefined;
  return db.transaction(async (trx) => {
    const ids = () =>
      trx('executions')
        .where((of) => void of.whereNull('ended_at').orWhere('ended_at', '>=', since))
        .select('id');
    const requestIds = () => trx('requests').whereIn('execution_id', ids()).select('id');
    const executions = await ids().select('flow_id', 'status', 'branches', 'lease_owner', 'error');
    return {
      executions: executions.map((row) => ({ ...row, branches: JSON.parse(row.branches) as Branch[] })),
      steps: await trx('execution_steps').whereIn('execution_id', ids()).orderBy(['execution_id', 'seq']),
      requests: await trx('requests').whereIn('execution_id', ids()),
      notifications: await trx('notifications').whereIn('subject_id', requestIds()),
      responses: await trx('responses').whereIn('request_id', requestIds()),
      tokens: await trx('tokens').whereIn('request_id', requestIds()),
      templates: await trx('prompt_templates').whereIn('request_id', requestIds()),
      orders: await trx('delivery_orders').whereIn('subject_id', requestIds()),
      deliveries: await trx('deliveries').whereIn('subject_id', requestIds()),
      audit: await trx('audit').whereIn('subject', requestIds()),
      messages: await trx('chat_messages').whereIn('execution_id', ids()),
    };
  }, snapshot);
}
