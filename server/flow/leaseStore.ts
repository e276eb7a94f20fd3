import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { given, lockInOrder, query, updateRows } from '../foundation/database/rows.ts';
import type { Branch } from './branchRules.ts';

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

/** A held execution as it is stored, with the columns of `HELD`. */
export interface HeldRow {
  id: string;
  epoch: number;
  flow_id: string;
  flow_version: number;
  starter: string;
  chat_id: string | null;
  variables: string;
  branches: string;
}

/** What `toHeld` reads; names its table, as an update from given rows has two. */
export const HELD = 'executions.id, epoch, flow_id, flow_version, starter, chat_id, variables, branches';

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
     returning ${HELD}`,
    [lease.owner, lease.until, ...bindings, now],
  );
  return rows.map(toHeld);
}

export function toHeld(row: HeldRow): HeldExecution {
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
