import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { backlogOf, type Backlog } from '../foundation/database/backlog.ts';
import { among, changeRows, given, lockInOrder } from '../foundation/database/rows.ts';
import { inOrder, query } from '../foundation/database/statements.ts';
import type { Branch } from './branchRules.ts';

/** An execution that this server holds. Its epoch fences every checkpoint: whoever takes it over raises it. */
export interface HeldExecution {
  id: string;
  epoch: number;
  flowId: string;
  flowVersion: number;
  starter: Person;
  chatId: string | null;
  /** Which of the person's logs of that chat it was started from; null: their own. */
  logId: string | null;
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
  log_id: string | null;
  variables: string;
  branches: string;
}

/** What `toHeld` reads; names its table, as an update from given rows has two. */
export const HELD = 'executions.id, epoch, flow_id, flow_version, starter, chat_id, log_id, variables, branches';

/** An execution that somebody wants to take. */
export interface Claim {
  id: string;
  /** The server that holds it and is held for dead; null: it is taken only if nobody holds it. */
  from: string | null;
}

/** Takes unfinished executions; those that somebody else holds, or that have ended, are left out. An id stands once. */
export async function claimExecutions(db: Knex, claims: Claim[], owner: string): Promise<HeldExecution[]> {
  if (claims.length === 0) return [];
  const ids = claims.map(({ id }) => id);
  const { sql, bindings } = given(
    db,
    { id: 'text', holder: 'text' },
    claims.map(({ id, from }) => ({ id, holder: from })),
  );
  const text = `update executions set epoch = epoch + 1, lease_owner = ?, wake_seen = wake_seq, wake_at = null, status = 'running'
     from ${sql}
     where executions.id = given.id and status in ('running', 'waiting') and (lease_owner is null or lease_owner = given.holder)
     returning ${HELD}`;
  const [, rows] = await inOrder(
    db,
    () => lockInOrder(db, 'executions', ids),
    () => query<HeldRow>(db, text, [owner, ...bindings]),
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
    logId: row.log_id,
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
  await changeRows(
    db,
    'executions',
    { id: 'text', now: 'integer' },
    ids.map((id) => ({ id, now })),
    {
      set: 'wake_seq = wake_seq + 1, woken_at = given.now',
      where: "executions.id = given.id and executions.status in ('running', 'waiting')",
    },
  );
}

/** What nobody holds although it could go on, oldest first. `isDue`: time woke it; else it was woken at `wokenAt`. */
export async function findUnheld(
  db: Knex,
  now: number,
  limit: number,
): Promise<{ id: string; isDue: boolean; wokenAt: number }[]> {
  const woken = await unheld(db)
    .whereRaw('wake_seq > wake_seen')
    .orderBy('woken_at')
    .limit(limit)
    .select('id', 'woken_at');
  const due = await unheld(db).where('wake_at', '<=', now).orderBy('wake_at').limit(limit).pluck('id');
  return [
    ...due.map((id: string) => ({ id, isDue: true, wokenAt: 0 })),
    ...woken.map((row: { id: string; woken_at: number }) => ({ id: row.id, isDue: false, wokenAt: row.woken_at })),
  ];
}

/** What nobody holds although it could go on: as `findUnheld` finds it, counted. */
export async function unheldBacklogs(db: Knex, now: number): Promise<Record<'event' | 'time', Backlog>> {
  return {
    event: await backlogOf(
      db,
      unheld(db).whereRaw('wake_seq > wake_seen').orderBy('woken_at').select('woken_at as at'),
    ),
    time: await backlogOf(db, unheld(db).where('wake_at', '<=', now).orderBy('wake_at').select('wake_at as at')),
  };
}

const unheld = (db: Knex): Knex.QueryBuilder =>
  db('executions').whereNull('lease_owner').whereIn('status', ['running', 'waiting']);

/** This server lives. One row per server, however much it holds. @param count another one each time */
export async function beat(db: Knex, { owner, count }: { owner: string; count: number }, now: number): Promise<void> {
  await db('servers').insert({ id: owner, beat: count, seen_at: now }).onConflict('id').merge();
}

/** Who holds executions, with the last beat of each; null where there is none. */
export async function holdersOf(db: Knex): Promise<{ owner: string; beat: number | null }[]> {
  const held = db('executions').whereNotNull('lease_owner').distinct('lease_owner as owner').as('held');
  return db(held).leftJoin('servers', 'servers.id', 'held.owner').select('owner', 'beat');
}

/** What these servers hold. `isWoken`: something has happened since that its holder may not have heard of. */
export async function heldBy(
  db: Knex,
  owners: string[],
  limit: number,
): Promise<{ id: string; owner: string; isWoken: boolean }[]> {
  if (owners.length === 0) return [];
  const rows: { id: string; owner: string; unseen: number }[] = await db('executions')
    .whereIn('lease_owner', owners)
    .limit(limit)
    .select('id', 'lease_owner as owner', db.raw('wake_seq - wake_seen as unseen'));
  return rows.map(({ unseen, ...row }) => ({ ...row, isWoken: Number(unseen) > 0 }));
}

/**
 * Nobody holds these any more, and they count as woken, so that whoever looks for work finds them.
 *
 * @param owner null: whoever holds them, for the start of the only server
 * @param ids of those to let go of; all when it is missing
 * @returns their ids
 */
export async function releaseLeases(db: Knex, owner: string | null, now: number, ids?: string[]): Promise<string[]> {
  const held = db('executions').whereNotNull('lease_owner');
  if (owner !== null) void held.where({ lease_owner: owner });
  if (ids) void held.where(among(db, 'id', ids));
  const rows: { id: string }[] = await held
    .update({ lease_owner: null, wake_seq: db.raw('wake_seq + 1'), woken_at: now })
    .returning('id');
  return rows.map(({ id }) => id);
}

/** Beats of servers that nobody has heard of since. */
export async function forgetServers(db: Knex, seenBefore: number): Promise<void> {
  await db('servers').where('seen_at', '<', seenBefore).delete();
}

export async function forgetServer(db: Knex, owner: string): Promise<void> {
  await db('servers').where({ id: owner }).delete();
}
