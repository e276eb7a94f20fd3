import type { Knex } from 'knex';
import type { ExecutionError, ExecutionStatus } from '../../contract/executions.ts';
import {
  given,
  insertRows,
  lockInOrder,
  selectRows,
  type Columns,
  type Statement,
} from '../foundation/database/rows.ts';
import { inOrder, isPostgres, query } from '../foundation/database/statements.ts';
import type { Branch, Step } from './branchRules.ts';
import { HELD, toHeld, type HeldExecution, type HeldRow } from './leaseStore.ts';
import { insertOfStepsOfStored, insertSteps, type NumberedStep } from './stepStore.ts';

export interface NewExecution extends Omit<HeldExecution, 'epoch'> {
  title: string | null;
  startedAt: number;
  /** The server that holds it. */
  owner: string;
}

/** The state in which a checkpoint leaves a held execution. */
export interface Checkpoint {
  id: string;
  epoch: number;
  /** The log that it was started from, unless that is its starter's own. */
  logId: string | null;
  status: ExecutionStatus;
  /** As JSON: a snapshot that the run no longer changes. */
  branches: string;
  wakeAt: number | null;
  endedAt: number | null;
  error: ExecutionError | null;
  /** Whether its server keeps holding it. */
  isHeld: boolean;
  /** Each with its number within the execution. */
  steps: { seq: number; step: Step }[];
  /** The waits that end with a failure, as they were. */
  waits?: Branch[];
}

/**
 * `stored` false: another server took the execution over, or it has ended. `isWoken`: it was woken while it was held.
 */
export interface CheckpointResult {
  stored: boolean;
  isWoken: boolean;
}
export const NOT_STORED: CheckpointResult = { stored: false, isWoken: false };

const NEW_EXECUTION: Columns = {
  id: 'text',
  flow_id: 'text',
  flow_version: 'integer',
  status: 'text',
  started_by: 'text',
  starter: 'text',
  chat_id: 'text',
  log_id: 'text',
  title: 'text',
  variables: 'text',
  branches: 'text',
  started_at: 'integer',
  epoch: 'integer',
  lease_owner: 'text',
  wake_at: 'integer',
  ended_at: 'integer',
  error: 'text',
};

/** A new execution, and its first checkpoint if it has already run that far. */
interface Begins extends NewExecution {
  first?: Checkpoint;
}

/** Stores new executions, held by their server from the start, with their first steps. */
export async function insertExecutions(db: Knex, executions: Begins[]): Promise<void> {
  const rows = executions.map(({ first, ...execution }) => ({
    id: execution.id,
    flow_id: execution.flowId,
    flow_version: execution.flowVersion,
    status: first?.status ?? 'running',
    started_by: execution.starter.id,
    starter: JSON.stringify(execution.starter),
    chat_id: execution.chatId,
    log_id: execution.logId,
    title: execution.title,
    variables: JSON.stringify(execution.variables),
    branches: first?.branches ?? JSON.stringify(execution.branches),
    started_at: execution.startedAt,
    epoch: 1,
    lease_owner: (first?.isHeld ?? true) ? execution.owner : null,
    wake_at: first?.wakeAt ?? null,
    ended_at: first?.endedAt ?? null,
    error: first?.error ? JSON.stringify(first.error) : null,
  }));
  const steps = executions.flatMap(({ id, first }) => stepsOf(id, first?.steps ?? []));
  await inOrder(
    db,
    () => insertRows(db, 'executions', NEW_EXECUTION, rows),
    () => insertSteps(db, steps),
  );
}

const stepsOf = (executionId: string, steps: Checkpoint['steps']) => steps.map((each) => ({ executionId, ...each }));

const CHECKPOINT: Columns = {
  id: 'text',
  epoch: 'integer',
  status: 'text',
  branches: 'text',
  wake_at: 'integer',
  ended_at: 'integer',
  error: 'text',
  is_held: 'integer',
};

/** The executions that their servers still hold, by these checkpoints' epochs. Locks nothing. */
export async function heldAmong(db: Knex, checkpoints: Pick<Checkpoint, 'id' | 'epoch'>[]): Promise<string[]> {
  const rows = checkpoints.map(({ id, epoch }) => ({ id, epoch }));
  const held = await selectRows<{ id: string }>(db, { id: 'text', epoch: 'integer' }, rows, {
    select: 'executions.id',
    rest: "join executions on executions.id = given.id and executions.epoch = given.epoch where status = 'running'",
  });
  return held.map(({ id }) => id);
}

/** Called with a statement that nothing has to follow. */
type OnLast = (statement: Promise<unknown>) => void;

/**
 * Stores a batch with at most one checkpoint per execution; one result per checkpoint.
 * @param onLast called with the statement that says what was stored, if it is the last one
 */
export async function checkpointExecutions(
  db: Knex,
  checkpoints: Checkpoint[],
  onLast: OnLast = () => {},
): Promise<CheckpointResult[]> {
  const ids = checkpoints.map(({ id }) => id);
  const [, results] = await inOrder(
    db,
    () => lockInOrder(db, 'executions', ids),
    () => storeCheckpoints(db, checkpoints, OF_HELD, onLast),
  );
  return results;
}

/** Stores the claims of executions that `lockUnheld` has found in this unit, together with their first checkpoints. */
export const checkpointLocked = (
  db: Knex,
  checkpoints: Checkpoint[],
  owner: string,
  onLast?: OnLast,
): Promise<CheckpointResult[]> => storeCheckpoints(db, checkpoints, ofLocked(owner), onLast);

/** Which executions the statement of a checkpoint changes, and what it does to their leases. */
interface Fence {
  set: string;
  where: string;
  bindings: string[];
}

const OF_HELD: Fence = {
  set: 'lease_owner = case when given.is_held = 1 then lease_owner end',
  where: "executions.epoch = given.epoch and executions.status = 'running'",
  bindings: [],
};

const ofLocked = (owner: string): Fence => ({
  set: 'epoch = given.epoch, wake_seen = wake_seq, lease_owner = case when given.is_held = 1 then ? end',
  where: 'executions.epoch = given.epoch - 1 and executions.lease_owner is null',
  bindings: [owner],
});

async function storeCheckpoints(
  db: Knex,
  checkpoints: Checkpoint[],
  fence: Fence,
  onLast: OnLast = () => {},
): Promise<CheckpointResult[]> {
  const rows = checkpoints.map(({ id, epoch, status, branches, wakeAt, endedAt, error, isHeld }) => ({
    id,
    epoch,
    status,
    branches,
    wake_at: wakeAt,
    ended_at: endedAt,
    error: error && JSON.stringify(error),
    is_held: isHeld ? 1 : 0,
  }));
  const { sql, bindings } = given(db, CHECKPOINT, rows);
  const change = `update executions set status = given.status, branches = given.branches, wake_at = given.wake_at, ended_at = given.ended_at,
       error = given.error, ${fence.set}
     from ${sql}
     where executions.id = given.id and ${fence.where}
     returning executions.id, wake_seq - wake_seen as woken`;
  const steps = checkpoints.flatMap((each) => stepsOf(each.id, each.steps));
  const changed = await changeWithSteps(db, { sql: change, bindings: [...fence.bindings, ...bindings] }, steps, onLast);
  const stored = new Map(changed.map((row) => [row.id, row]));
  return checkpoints.map(({ id }) => {
    const row = stored.get(id);
    return { stored: row !== undefined, isWoken: (row?.woken ?? 0) > 0 };
  });
}

interface Changed {
  id: string;
  woken: number;
}

/** Changes executions and stores the steps of those that were changed. */
async function changeWithSteps(db: Knex, change: Statement, steps: NumberedStep[], onLast: OnLast): Promise<Changed[]> {
  const isOne = steps.length === 0 || isPostgres(db);
  if (!isOne) return changeAndAddSteps(db, change, steps);
  const { sql, bindings } = steps.length === 0 ? change : withSteps(db, change, steps);
  const changing = query<Changed>(db, sql, bindings);
  onLast(changing);
  return changing;
}

/** On PostgreSQL one statement does both, in one round trip. */
function withSteps(db: Knex, change: Statement, steps: NumberedStep[]): Statement {
  const { sql, bindings } = insertOfStepsOfStored(db, steps);
  const text = `with stored as (${change.sql}), steps as (${sql}) select id, woken from stored`;
  return { sql: text, bindings: [...change.bindings, ...bindings] };
}

async function changeAndAddSteps(db: Knex, change: Statement, steps: NumberedStep[]): Promise<Changed[]> {
  const changed = await query<Changed>(db, change.sql, change.bindings);
  const ids = new Set(changed.map(({ id }) => id));
  await insertSteps(
    db,
    steps.filter(({ executionId }) => ids.has(executionId)),
  );
  return changed;
}

/** Ends an unfinished execution, whoever holds it; returns its previous state, or null if it had ended already. */
export async function endExecution(
  db: Knex,
  id: string,
  status: 'cancelled',
  error: ExecutionError,
  now: number,
): Promise<HeldExecution | null> {
  const [row] = await query<HeldRow>(
    db,
    `update executions set status = ?, error = ?, ended_at = ?, epoch = epoch + 1, lease_owner = null, wake_at = null
     where id = ? and status in ('running', 'waiting')
     returning ${HELD}`,
    [status, JSON.stringify(error), now, id],
  );
  return row ? toHeld(row) : null;
}

/** Revives a failed execution, to resume where it failed; false if it has not failed. */
export async function reviveExecution(db: Knex, id: string, now: number): Promise<boolean> {
  const changed = await db('executions')
    .where({ id, status: 'failed' })
    .update({
      status: 'running',
      error: null,
      ended_at: null,
      epoch: db.raw('epoch + 1'),
      wake_seq: db.raw('wake_seq + 1'),
      woken_at: now,
    });
  return changed === 1;
}
