import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { backlogOf, type Backlog } from '../foundation/database/backlog.ts';
import { among, changeRows, given, lockInOrder, selectRows } from '../foundation/database/rows.ts';
import { inOrder, isPostgres, perform, query } from '../foundation/database/statements.ts';
import type { Branch } from './branchRules.ts';

/** An execution that this server holds. Its epoch fences every checkpoint: every takeover raises it. */
export interface HeldExecution {
  id: string;
  epoch: number;
  flowId: string;
  flowVersion: number;
  starter: Person;
  chatId: string | null;
  /** Which of the starter's logs of that chat it was started from; null: their own. */
  logId: string | null;
  variables: Record<string, unknown>;
  branches: Branch[];
}

/** A held execution as stored, with the columns of `HELD`. */
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

/** The columns that `toHeld` reads. They name their table, because an update from given rows has two. */
export const HELD = 'executions.id, epoch, flow_id, flow_version, starter, chat_id, log_id, variables, branches';

/** A server's request to take an execution. */
export interface Claim {
  id: string;
  /** The server that holds it and is presumed dead; null: take it only if no server holds it. */
  from: string | null;
}

/** Its binding is the server that claims. */
const CLAIM = `epoch = epoch + 1, lease_owner = ?, wake_seen = wake_seq, wake_at = null, status = 'running'`;

/** Takes unfinished executions; leaves out those that another server holds or that have ended. Each id only once. */
export async function claimExecutions(db: Knex, claims: Claim[], owner: string): Promise<HeldExecution[]> {
  if (claims.length === 0) return [];
  const ids = claims.map(({ id }) => id);
  const { sql, bindings } = given(
    db,
    { id: 'text', holder: 'text' },
    claims.map(({ id, from }) => ({ id, holder: from })),
  );
  const text = `update executions set ${CLAIM}
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

/**
 * Locks unfinished executions that nobody holds, and returns them as `claimExecutions` would. The same unit must store
 * the claim: with a checkpoint (`checkpointLocked`), or with `claimLocked`.
 */
export async function lockUnheld(db: Knex, executions: { id: string }[]): Promise<HeldExecution[]> {
  const rows = await selectRows<HeldRow>(
    db,
    { id: 'text' },
    executions.map(({ id }) => ({ id })),
    {
      select: HELD,
      rest: `join executions on executions.id = given.id where status in ('running', 'waiting') and lease_owner is null
        order by executions.id ${isPostgres(db) ? 'for no key update of executions' : ''}`,
    },
  );
  return rows.map((row) => toHeld({ ...row, epoch: row.epoch + 1 }));
}

/** Stores the claims of executions that `lockUnheld` has found in this unit. */
export async function claimLocked(db: Knex, ids: string[], owner: string): Promise<void> {
  if (ids.length === 0) return;
  const { sql, bindings } = given(
    db,
    { id: 'text' },
    ids.map((id) => ({ id })),
  );
  await perform(db, `update executions set ${CLAIM} from ${sql} where executions.id = given.id`, [owner, ...bindings]);
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

/** Marks the wakes of an execution that this server holds as seen; false if it no longer holds it. */
export async function markWakesSeen(db: Knex, id: string, epoch: number): Promise<boolean> {
  return (
    (await db('executions')
      .where({ id, epoch, status: 'running' })
      .update({ wake_seen: db.ref('wake_seq') })) === 1
  );
}

/** Wakes unfinished executions: an event that they wait for has happened. Ids may repeat. */
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

/**
 * Executions that could continue but that no server holds, oldest first. `isDue`: woken by time; otherwise woken by an
 * event at `wokenAt`.
 */
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

/** The backlog of what `findUnheld` finds. */
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

/**
 * Stores this server's beat. One row per server, however much it holds.
 * @param count must differ from the last one
 */
export async function beat(db: Knex, { owner, count }: { owner: string; count: number }, now: number): Promise<void> {
  await db('servers').insert({ id: owner, beat: count, seen_at: now }).onConflict('id').merge();
}

/** The servers that hold executions, with their last beats; null for a server without a beat. */
export async function holdersOf(db: Knex): Promise<{ owner: string; beat: number | null }[]> {
  const held = db('executions').whereNotNull('lease_owner').distinct('lease_owner as owner').as('held');
  return db(held).leftJoin('servers', 'servers.id', 'held.owner').select('owner', 'beat');
}

/** What these servers hold. `isWoken`: woken, and its holder may not have noticed. */
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
 * Releases executions and marks them woken, so that the fallback finds them.
 * @param owner null: all holders, when the only server starts
 * @param ids which ones to release; all if absent
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

/** Removes servers whose last beat is older. */
export async function forgetServers(db: Knex, seenBefore: number): Promise<void> {
  await db('servers').where('seen_at', '<', seenBefore).delete();
}

export async function forgetServer(db: Knex, owner: string): Promise<void> {
  await db('servers').where({ id: owner }).delete();
}
