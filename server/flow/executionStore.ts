import type { Knex } from 'knex';
import type { ExecutionError, ExecutionStatus } from '../../contract/executions.ts';
import type { Person } from '../../contract/people.ts';
import {
  given,
  insertRows,
  lockInOrder,
  query,
  selectRows,
  updateRows,
  type Columns,
} from '../foundation/database/rows.ts';
import type { Branch, Step } from './branchRules.ts';
import { insertSteps } from './stepStore.ts';

export interface NewExecution {
  id: string;
  flowId: string;
  flowVersion: number;
  starter: Person;
  chatId: string | null;
  variables: Record<string, unknown>;
  branches: Branch[];
  startedAt: number;
  lease: Lease;
}

export interface Lease {
  owner: string;
  until: number;
}

/** An execution that this server holds. Its epoch fences every checkpoint: whoever takes it over raises it. */
export interface HeldExecution {
  id: string;
  epoch: number;
  flowId: string;
  flowVersion: number;
  starter: Person;
  chatId: string | null;
  variables: Record<string, unknown>;
  branches: Branch[];
}

/** The state a held execution is left in. `lease` null gives it back. */
export interface Checkpoint {
  id: string;
  epoch: number;
  status: ExecutionStatus;
  /** As JSON, so that what runs on changes it no more. */
  branches: string;
  wakeAt: number | null;
  endedAt: number | null;
  error: ExecutionError | null;
  leaseUntil: number | null;
  /** With the number each has in its execution. */
  steps: { seq: number; step: Step }[];
}

/** `stored` false: somebody took the execution over or ended it. `isWoken`: it was woken while it was held. */
export interface CheckpointResult {
  stored: boolean;
  isWoken: boolean;
}

const NEW_EXECUTION: Columns = {
  id: 'text',
  flow_id: 'text',
  flow_version: 'integer',
  status: 'text',
  started_by: 'text',
  starter: 'text',
  chat_id: 'text',
  variables: 'text',
  branches: 'text',
  started_at: 'integer',
  epoch: 'integer',
  lease_owner: 'text',
  lease_until: 'integer',
};

/** Stores executions that begin, held by their server from the first moment. */
export async function insertExecutions(db: Knex, executions: NewExecution[]): Promise<void> {
  const rows = executions.map((execution) => ({
    id: execution.id,
    flow_id: execution.flowId,
    flow_version: execution.flowVersion,
    status: 'running',
    started_by: execution.starter.id,
    starter: JSON.stringify(execution.starter),
    chat_id: execution.chatId,
    variables: JSON.stringify(execution.variables),
    branches: JSON.stringify(execution.branches),
    started_at: execution.startedAt,
    epoch: 1,
    lease_owner: execution.lease.owner,
    lease_until: execution.lease.until,
  }));
  await insertRows(db, 'executions', NEW_EXECUTION, rows);
}

interface HeldRow {
  id: string;
  epoch: number;
  flow_id: string;
  flow_version: number;
  starter: string;
  chat_id: string | null;
  variables: string;
  branches: string;
}

/** Takes unfinished executions that nobody holds; those that somebody holds, or that have ended, are left out. */
export async function claimExecutions(db: Knex, ids: string[], lease: Lease, now: number): Promise<HeldExecution[]> {
  if (ids.length === 0) return [];
  await lockInOrder(db, 'executions', ids);
  const { sql, bindings } = given(
    db,
    { id: 'text' },
    ids.map((id) => ({ id })),
  );
  const rows = await query<HeldRow>(
    db,
    `update executions set epoch = epoch + 1, lease_owner = ?, lease_until = ?, wake_seen = wake_seq, wake_at = null, status = 'running'
     from ${sql}
     where executions.id = given.id and status in ('running', 'waiting') and (lease_until is null or lease_until <= ?)
     returning executions.id, epoch, flow_id, flow_version, starter, chat_id, variables, branches`,
    [lease.owner, lease.until, ...bindings, now],
  );
  return rows.map(toHeld);
}

function toHeld(row: HeldRow): HeldExecution {
  return {
    id: row.id,
    epoch: row.epoch,
    flowId: row.flow_id,
    flowVersion: row.flow_version,
    starter: JSON.parse(row.starter) as Person,
    chatId: row.chat_id,
    variables: JSON.parse(row.variables) as Record<string, unknown>,
    branches: JSON.parse(row.branches) as Branch[],
  };
}

/** Marks wakes of an execution that this server holds as seen; false when it does not hold it any more. */
export async function seeWakes(db: Knex, id: string, epoch: number): Promise<boolean> {
  return (
    (await db('executions')
      .where({ id, epoch, status: 'running' })
      .update({ wake_seen: db.ref('wake_seq') })) === 1
  );
}

const CHECKPOINT: Columns = {
  id: 'text',
  epoch: 'integer',
  status: 'text',
  branches: 'text',
  wake_at: 'integer',
  ended_at: 'integer',
  error: 'text',
  lease_until: 'integer',
};

/** The executions that are still held as these checkpoints believe. Locks nothing. */
export async function heldAmong(db: Knex, checkpoints: Pick<Checkpoint, 'id' | 'epoch'>[]): Promise<string[]> {
  const rows = checkpoints.map(({ id, epoch }) => ({ id, epoch }));
  const held = await selectRows<{ id: string }>(db, { id: 'text', epoch: 'integer' }, rows, {
    select: 'executions.id',
    rest: "join executions on executions.id = given.id and executions.epoch = given.epoch where status = 'running'",
  });
  return held.map(({ id }) => id);
}

/** One result per checkpoint; at most one checkpoint per execution in a batch. */
export async function checkpointExecutions(db: Knex, checkpoints: Checkpoint[]): Promise<CheckpointResult[]> {
  await lockInOrder(
    db,
    'executions',
    checkpoints.map(({ id }) => id),
  );
  const rows = checkpoints.map(({ id, epoch, status, branches, wakeAt, endedAt, error, leaseUntil }) => ({
    id,
    epoch,
    status,
    branches,
    wake_at: wakeAt,
    ended_at: endedAt,
    error: error && JSON.stringify(error),
    lease_until: leaseUntil,
  }));
  const { sql, bindings } = given(db, CHECKPOINT, rows);
  const changed = await query<{ id: string; woken: number }>(
    db,
    `update executions set status = given.status, branches = given.branches, wake_at = given.wake_at, ended_at = given.ended_at,
       error = given.error, lease_until = given.lease_until,
       lease_owner = case when given.lease_until is null then null else lease_owner end
     from ${sql}
     where executions.id = given.id and executions.epoch = given.epoch and executions.status = 'running'
     returning executions.id, wake_seq - wake_seen as woken`,
    bindings,
  );
  const woken = new Map(changed.map((row) => [row.id, row.woken > 0]));
  await insertSteps(
    db,
    checkpoints.flatMap(({ id, steps }) => (woken.has(id) ? steps.map((each) => ({ executionId: id, ...each })) : [])),
  );
  return checkpoints.map(({ id }) => ({ stored: woken.has(id), isWoken: woken.get(id) ?? false }));
}

/** Tells unfinished executions that something they wait for has happened. Ids may repeat. */
export async function wakeExecutions(db: Knex, executionIds: string[], now: number): Promise<void> {
  const ids = [...new Set(executionIds)];
  await lockInOrder(db, 'executions', ids);
  await updateRows(
    db,
    'executions',
    { id: 'text', now: 'integer' },
    ids.map((id) => ({ id, now })),
    {
      set: 'wake_seq = wake_seq + 1, woken_at = given.now',
      where: "executions.id = given.id and executions.status in ('running', 'waiting')",
      returning: 'executions.id',
    },
  );
}

/** What nobody holds although it could go on, oldest first. `isDue`: time woke it, or its server died; else it was woken at `wokenAt`. */
export async function findUnheld(
  db: Knex,
  now: number,
  limit: number,
): Promise<{ id: string; isDue: boolean; wokenAt: number }[]> {
  const unheld = (part: Knex.QueryBuilder) =>
    part
      .where((free) => void free.whereNull('lease_until').orWhere('lease_until', '<=', now))
      .whereIn('status', ['running', 'waiting']);
  const woken = await unheld(db('executions').whereRaw('wake_seq > wake_seen'))
    .orderBy('woken_at')
    .limit(limit)
    .select('id', 'woken_at');
  const due = await unheld(db('executions').where('wake_at', '<=', now))
    .orderBy('wake_at')
    .limit(limit)
    .pluck('id');
  const dead = await db('executions')
    .where('lease_until', '<=', now)
    .where('status', 'running')
    .orderBy('lease_until')
    .limit(limit)
    .pluck('id');
  return [
    ...[...due, ...dead].map((id: string) => ({ id, isDue: true, wokenAt: 0 })),
    ...woken.map((row: { id: string; woken_at: number }) => ({ id: row.id, isDue: false, wokenAt: row.woken_at })),
  ];
}

/** One statement per server keeps alive what runs on it. What it holds and does not run, because a run was lost, falls free. */
export async function renewLeases(db: Knex, { owner, until }: Lease, running: string[]): Promise<void> {
  await lockInOrder(db, 'executions', running);
  const rows = running.map((id) => ({ id, owner, until }));
  await updateRows(db, 'executions', { id: 'text', owner: 'text', until: 'integer' }, rows, {
    set: 'lease_until = given.until',
    where: "executions.id = given.id and lease_owner = given.owner and status = 'running'",
    returning: 'executions.id',
  });
}

/** On a database with one server, what is held at its start was held by a server that is gone. */
export async function dropAllLeases(db: Knex): Promise<void> {
  await db('executions').whereNotNull('lease_until').update({ lease_until: 0 });
}

/** Ends an unfinished execution whoever holds it; returns what it was, or null when it had ended. */
export async function endExecution(
  db: Knex,
  id: string,
  status: 'cancelled',
  error: ExecutionError,
  now: number,
): Promise<HeldExecution | null> {
  const [row] = await query<HeldRow>(
    db,
    `update executions set status = ?, error = ?, ended_at = ?, epoch = epoch + 1, lease_owner = null, lease_until = null, wake_at = null
     where id = ? and status in ('running', 'waiting')
     returning id, epoch, flow_id, flow_version, starter, chat_id, variables, branches`,
    [status, JSON.stringify(error), now, id],
  );
  return row ? toHeld(row) : null;
}

/** A failed execution runs again from where it failed; false when it is not in that state. */
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
