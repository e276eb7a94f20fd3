import type { Knex } from 'knex';
import type { ExecutionError, ExecutionStatus } from '../../contract/executions.ts';
import type { Person } from '../../contract/people.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import { gatheredById } from '../foundation/database/gathered.ts';
import { among, isPostgres } from '../foundation/database/rows.ts';
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
  logId: string | null;
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
  log_id: string | null;
  error: string | null;
  variables: string;
  branches: string;
}

const toExecution = (row: ExecutionRow): StoredExecution => ({
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
  error: row.error === null ? null : (JSON.parse(row.error) as ExecutionError),
  variables: JSON.parse(row.variables) as Record<string, unknown>,
  branches: JSON.parse(row.branches) as Branch[],
});

const executions = (db: Knex) =>
  db('executions').join('flows', 'flows.id', 'executions.flow_id').select('executions.*', 'flows.name as flow_name');

const executionRows = gatheredById<ExecutionRow>({
  select: `executions.id, flow_id, flow_version, status, starter, started_at, ended_at, chat_id, log_id, error, executions.variables, branches,
    flows.name as flow_name`,
  rest: 'join executions on executions.id = given.id join flows on flows.id = flow_id',
});

export async function findExecution(db: Knex, id: string): Promise<StoredExecution | null> {
  const [row] = await executionRows(db, id);
  return row ? toExecution(row) : null;
}

export interface ExecutionFilter {
  flowId?: string;
  status?: ExecutionStatus;
  before?: string;
  limit: number;
}

/** Whose executions somebody sees: those they started, and those of flows that name them, or a group of theirs. */
export interface Seeing {
  personId: string;
  /** Under which ids the access lists of flows can name them. */
  ids: string[];
}

/** Newest first. @param seeing only what they see; absent: everything */
export async function listExecutions(
  db: Knex,
  { limit, ...filter }: ExecutionFilter,
  seeing?: Seeing,
): Promise<StoredExecution[]> {
  const rows = executions(db).orderBy('executions.id', 'desc').limit(limit);
  if (seeing) void rows.whereIn('executions.id', seenBy(db, seeing, { limit, ...filter }));
  else narrow(rows, 'executions', filter);
  return ((await rows) as ExecutionRow[]).map(toExecution);
}

function narrow(rows: Knex.QueryBuilder, table: string, { flowId, status, before }: Omit<ExecutionFilter, 'limit'>) {
  if (flowId !== undefined) void rows.where(`${table}.flow_id`, flowId);
  if (status !== undefined) void rows.where(`${table}.status`, status);
  if (before !== undefined) void rows.where(`${table}.id`, '<', before);
  return rows;
}

/** Of each flow only its newest are looked at, so that a page costs the same however many executions there are. */
function seenBy(db: Knex, { personId, ids }: Seeing, { limit, ...filter }: ExecutionFilter): Knex.QueryBuilder {
  const newest = (rows: Knex.QueryBuilder) => narrow(rows, 'e', filter).orderBy('e.id', 'desc').limit(limit);
  const started = newest(db('executions as e').where('e.started_by', personId).select('e.id'));
  const shared = db('flow_access')
    .whereIn('role', ['owner', 'reader'])
    .whereRaw(among(db, 'principal', ids));
  if (filter.flowId !== undefined) void shared.where({ flow_id: filter.flowId });
  const flows = shared.distinct('flow_id').as('f');
  const ofFlow = newest(db('executions as e').whereRaw('e.flow_id = f.flow_id').select('e.id'));
  const ofFlows = isPostgres(db)
    ? db.from(db.raw('? cross join lateral ? as n', [flows, ofFlow])).select('n.id')
    : db
        .from(db.raw('? cross join json_each((select json_group_array(id) from ?)) as n', [flows, ofFlow]))
        .select('n.value as id');
  return db.from(started.as('started')).select('id').union([ofFlows]) as Knex.QueryBuilder;
}
