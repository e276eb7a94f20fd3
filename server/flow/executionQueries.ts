import type { Knex } from 'knex';
import type { ExecutionError, ExecutionStatus } from '../../contract/executions.ts';
import type { Person } from '../../contract/people.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import { gatheredById } from '../foundation/database/gathered.ts';
import type { Branch } from './branchRules.ts';

/** An execution as it is displayed, whichever server holds it. */
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
  logId: string | null;
  title: string | null;
  error: ExecutionError | null;
  variables: Record<string, unknown>;
  branches: Branch[];
}

export interface ExecutionRow {
  id: string;
  flow_id: string;
  flow_name: string;
  flow_version: number;
  status: ExecutionStatus;
  starter: string;
  started_at: number;
  ended_at: number | null;
  chat_id: string | null;
  log_id: string | null;
  title: string | null;
  error: string | null;
  variables: string;
  branches: string;
}

export const toExecution = (row: ExecutionRow): StoredExecution => ({
  id: row.id,
  flowId: row.flow_id,
  flowName: withoutTurns(row.flow_name),
  flowVersion: row.flow_version,
  status: row.status,
  starter: JSON.parse(row.starter) as Person,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  chatId: row.chat_id,
  logId: row.log_id,
  title: row.title && withoutTurns(row.title),
  error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
  variables: JSON.parse(row.variables) as Record<string, unknown>,
  branches: JSON.parse(row.branches) as Branch[],
});

const executionRows = gatheredById<ExecutionRow>({
  select: `executions.id, flow_id, flow_version, status, starter, started_at, ended_at, chat_id, log_id, executions.title, error, executions.variables, branches,
    flows.name as flow_name`,
  rest: 'join executions on executions.id = given.id join flows on flows.id = flow_id',
});

export async function findExecution(db: Knex, id: string): Promise<StoredExecution | null> {
  const [row] = await executionRows(db, id);
  return row ? toExecution(row) : null;
}
