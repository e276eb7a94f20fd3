import type { Knex } from 'knex';
import type { AssignmentStatus, Criterion } from '../../contract/assignments.ts';

export interface AssignmentRow {
  id: string;
  sending_id: string;
  chat_id: string;
  person: string;
  creator_id: string;
  status: AssignmentStatus;
  criterion: Criterion;
  is_over: number;
  version: number;
  attempt: number;
  retry_budget: number;
  has_attempt_failed: number;
  chain_id: string;
  predecessor_id: string | null;
  reason: string | null;
  cancelled_by: string | null;
  log_id: string | null;
  due_at: number | null;
  expires_at: number | null;
  ended_at: number | null;
  tell_due_at: number | null;
  occurrence_at: number | null;
}

/** Everything stored about the sendings of one run, each table ordered by its key. */
export interface Rows {
  sendings: {
    id: string;
    creator_id: string;
    cron: string | null;
    next_at: number | null;
    recurrence_ended_at: number | null;
    created_at: number;
  }[];
  occurrences: {
    sending_id: string;
    at: number;
    outcome: string;
    people: number;
    reason: string | null;
    given_up_to: string | null;
  }[];
  assignments: AssignmentRow[];
  notices: {
    id: string;
    assignment_id: string;
    person: string;
    kind: string;
    scope: string;
    tell_at: number | null;
    told_at: number | null;
    is_read: number;
    digest_id: string | null;
  }[];
  audit: { seq: number; subject: string; action: string; actor: string }[];
  logs: { id: string; assignment_id: string; attempt: number; person: string }[];
  executions: { id: string; log_id: string; status: string; started_at: number }[];
  requests: { id: string; log_id: string; status: string }[];
  messages: { id: string; log_id: string; role: string }[];
}

export async function readAll(reader: Knex, sendings: string[]): Promise<Rows> {
  const own = () => reader('assignments').whereIn('sending_id', sendings).select('id');
  const logs = () => reader('chat_logs').whereIn('assignment_id', own()).select('id');
  const [sent, occurrences, assignments, notices, audit, logRows, executions, requests, messages] = await Promise.all([
    reader('sendings').whereIn('id', sendings).orderBy('id'),
    reader('sending_occurrences').whereIn('sending_id', sendings).orderBy(['sending_id', 'at']),
    reader('assignments').whereIn('sending_id', sendings).orderBy('id'),
    reader('assignment_notices').whereIn('assignment_id', own()).orderBy('id'),
    reader('audit')
      .whereIn('subject', own())
      .orWhereIn('subject', sendings)
      .orderBy('seq')
      .select('seq', 'subject', 'action', 'actor'),
    reader('chat_logs').whereIn('assignment_id', own()).orderBy('id'),
    reader('executions').whereIn('log_id', logs()).orderBy('id').select('id', 'log_id', 'status', 'started_at'),
    reader('requests')
      .join('executions', 'executions.id', 'requests.execution_id')
      .whereIn('executions.log_id', logs())
      .orderBy('requests.id')
      .select('requests.id', 'requests.status', 'executions.log_id'),
    reader('chat_messages').whereIn('log_id', logs()).orderBy('id').select('id', 'log_id', 'role'),
  ]);
  return { sendings: sent, occurrences, assignments, notices, audit, logs: logRows, executions, requests, messages };
}
