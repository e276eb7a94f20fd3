import type { Knex } from 'knex';
import type { ExecutionError, ExecutionStatus } from '../../contract/executions.ts';
import type { Person } from '../../contract/people.ts';
import type { Branch } from './branchRules.ts';

/** An execution as it is shown, whoever holds it. */
export interface StoredExecution {
  id: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  status: ExecutionStatus;
  starter: Person;
  startedAt: number;
  endedAt: number | null;
  chatId: string | null;
  error: ExecutionError | null;
  variables: Record<string, unknown>;
  branches: Branch[];
}

interface ExecutionRow {
  id: string;
  flow_id: string;
  flow_name: string;
  flow_version: number;
  status: ExecutionStatus;
  starter: string;
  started_at: number;
  ended_at: number | null;
  chat_id: string | null;
  error: string | null;
  variables: string;
  branches: string;
}

const toExecution = (row: ExecutionRow): StoredExecution => ({
  id: row.id,
  flowId: row.flow_id,
  flowName: row.flow_name,
  flowVersion: row.flow_version,
  status: row.status,
  starter: JSON.parse(row.starter) as Person,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  chatId: row.chat_id,
  error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
  variables: JSON.parse(row.variables) as Record<string, unknown>,
  branches: JSON.parse(row.branches) as Branch[],
});

const executions = (db: Knex) =>
  db('executions').join('flows', 'flows.id', 'executions.flow_id').select('executions.*', 'flows.name as flow_name');

export async function findExecution(db: Knex, id: string): Promise<StoredExecution | null> {
  const row = (await executions(db).where('executions.id', id).first()) as ExecutionRow | undefined;
  return row ? toExecution(row) : null;
}

export interface ExecutionFilter {
  flowId?: string;
  status?: ExecutionStatus;
  /** Only what this person started. */
  startedBy?: string;
  before?: string;
  limit: number;
}

/** Newest first. */
export async function listExecutions(
  db: Knex,
  { flowId, status, startedBy, before, limit }: ExecutionFilter,
): Promise<StoredExecution[]> {
  const rows = executions(db).orderBy('executions.id', 'desc').limit(limit);
  if (flowId !== undefined) void rows.where('flow_id', flowId);
  if (status !== undefined) void rows.where('status', status);
  if (startedBy !== undefined) void rows.where('started_by', startedBy);
  if (before !== undefined) void rows.where('executions.id', '<', before);
  return ((await rows) as ExecutionRow[]).map(toExecution);
}
