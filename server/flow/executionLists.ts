import type { Knex } from 'knex';
import type { ExecutionStatus } from '../../contract/executions.ts';
import { among } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import { toExecution, type ExecutionRow, type StoredExecution } from './executionQueries.ts';

/** Filters of a list of executions; an absent filter does not narrow it. */
export interface ExecutionFilter {
  flowId?: string;
  status?: ExecutionStatus;
  /** Id of the person. */
  startedBy?: string;
  /** Only executions with a request that this person has been asked and has not answered. */
  waitsFor?: string;
  /** Lowest id, inclusive. */
  from?: string;
  /** Highest id, exclusive. */
  before?: string;
}

/** Restricts a list to executions that a person started, and those of flows shared with the person or their groups. */
export interface Seeing {
  personId: string;
  /** The ids under which access lists can name the person. */
  ids: string[];
}

/** How many of the newest executions are scanned that one person started, or was asked about and has not answered. */
const MOST_STARTED = 10_000;
const MOST_ASKED = 1000;

/**
 * Newest first.
 * @param seeing restricts the list to what this person may see; absent: everything
 */
export async function listExecutions(
  db: Knex,
  filter: ExecutionFilter,
  limit: number,
  seeing?: Seeing,
): Promise<StoredExecution[]> {
  const rows = db('executions')
    .join('flows', 'flows.id', 'executions.flow_id')
    .select('executions.*', 'flows.name as flow_name')
    .whereIn('executions.id', idsOf(db, filter, limit, seeing))
    .orderBy('executions.id', 'desc');
  return ((await rows) as ExecutionRow[]).map(toExecution);
}

/** The number of executions, counted up to `most`. */
export async function countExecutions(
  db: Knex,
  filter: ExecutionFilter,
  most: number,
  seeing?: Seeing,
): Promise<number> {
  const [row] = await db.from(idsOf(db, filter, most, seeing).as('found')).count({ count: '*' });
  return Number(row!['count']);
}

/** The ids of the newest matches, unordered. */
function idsOf(db: Knex, filter: ExecutionFilter, limit: number, seeing: Seeing | undefined): Knex.QueryBuilder {
  const newest = (rows: Knex.QueryBuilder) => narrow(rows, filter).orderBy('e.id', 'desc').limit(limit).select('e.id');
  const few = someOf(db, filter);
  if (few) return newest(seeing ? visible(db, few, seeing) : few);
  return seeing ? seenBy(db, seeing, filter, limit, newest) : newest(db('executions as e'));
}

function narrow(
  rows: Knex.QueryBuilder,
  { flowId, status, startedBy, from, before }: ExecutionFilter,
): Knex.QueryBuilder {
  if (flowId !== undefined) void rows.where('e.flow_id', flowId);
  if (status !== undefined) void rows.where('e.status', status);
  // this redundant condition lets the database use the index of executions that are not completed
  if (status !== undefined && status !== 'completed') void rows.whereRaw(`e.status <> 'completed'`);
  if (startedBy !== undefined) void rows.where('e.started_by', startedBy);
  return between(rows, 'e', { from, before });
}

function between(rows: Knex.QueryBuilder, table: string, { from, before }: Pick<ExecutionFilter, 'from' | 'before'>) {
  if (from !== undefined) void rows.where(`${table}.id`, '>=', from);
  if (before !== undefined) void rows.where(`${table}.id`, '<', before);
  return rows;
}

/** The candidates if the filter names a person; null if it names none. */
function someOf(db: Knex, filter: ExecutionFilter): Knex.QueryBuilder | null {
  if (filter.waitsFor !== undefined) return db('executions as e').whereIn('e.id', askedOf(db, filter.waitsFor));
  if (filter.startedBy !== undefined) return startedBy(db, filter.startedBy, filter);
  return null;
}

const askedOf = (db: Knex, person: string): Knex.QueryBuilder =>
  db
    .from(
      db('notifications as n')
        .join('requests as r', 'r.id', 'n.subject_id')
        .where('n.person', person)
        .whereRaw(`(n.filed_as in ('pending', 'snoozed') or n.filed_as is null)`)
        .whereNull('n.answered_at')
        .where('r.status', 'waiting')
        .orderBy('n.created_at', 'desc')
        .limit(MOST_ASKED)
        .select('r.execution_id')
        .as('asked'),
    )
    .select('execution_id');

function startedBy(db: Knex, person: string, filter: ExecutionFilter): Knex.QueryBuilder {
  const theirs = between(db('executions as s').where('s.started_by', person), 's', filter);
  const latest = theirs.orderBy('s.id', 'desc').limit(MOST_STARTED).select('s.id').as('latest');
  return db('executions as e').whereIn('e.id', db.from(latest).select('id'));
}

/** The flows that a person owns or reads. */
const sharedFlows = (db: Knex, { ids }: Seeing): Knex.QueryBuilder =>
  db('flow_access')
    .whereIn('role', ['owner', 'reader'])
    .whereRaw(among(db, 'principal', ids));

const visible = (db: Knex, rows: Knex.QueryBuilder, seeing: Seeing): Knex.QueryBuilder =>
  rows.where(
    (either) =>
      void either
        .where('e.started_by', seeing.personId)
        .orWhereIn('e.flow_id', sharedFlows(db, seeing).select('flow_id')),
  );

/** Reads only the newest executions of each flow, so that a page costs the same however many executions there are. */
function seenBy(
  db: Knex,
  seeing: Seeing,
  filter: ExecutionFilter,
  limit: number,
  newest: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Knex.QueryBuilder {
  const own =
    filter.status === undefined
      ? db('executions as e').where('e.started_by', seeing.personId)
      : startedBy(db, seeing.personId, filter);
  const shared = sharedFlows(db, seeing);
  if (filter.flowId !== undefined) void shared.where({ flow_id: filter.flowId });
  const flows = shared.distinct('flow_id').as('f');
  const ofFlow = newest(db('executions as e').whereRaw('e.flow_id = f.flow_id'));
  const ofFlows = isPostgres(db)
    ? db.from(db.raw('? cross join lateral ? as n', [flows, ofFlow])).select('n.id')
    : db
        .from(db.raw('? cross join json_each((select json_group_array(id) from ?)) as n', [flows, ofFlow]))
        .select('n.value as id');
  const all = db.from(newest(own).as('own')).select('id').union([ofFlows]) as Knex.QueryBuilder;
  return db.from(all.as('seen')).select('id').orderBy('id', 'desc').limit(limit);
}
