import type { Knex } from 'knex';
import { ASSIGNMENT_STATUSES, type AssignmentStatus } from '../../contract/assignments.ts';
import type { Person } from '../../contract/people.ts';
import type { Progress } from '../../contract/sendings.ts';
import { among } from '../foundation/database/rows.ts';
import type { RequestKey } from '../foundation/requestKey.ts';
import { LAPSED, LATE } from './assignmentStore.ts';
import { fromTerms, toTerms, type Terms, type TermsRow } from './assignmentRows.ts';
import type { Schedule } from './recurrenceRules.ts';

export interface StoredPrincipal {
  kind: 'user' | 'group';
  id: string;
  displayName: string;
}

export interface StoredRecurrence extends Schedule {
  /** Counted from each date. */
  dueAfterMs: number | null;
  expiresAfterMs: number | null;
  nextAt: number | null;
  endedAt: number | null;
}

/** One act of assigning a chat. */
export interface StoredSending extends Terms {
  id: string;
  chatId: string;
  name: string;
  note: string | null;
  creator: Person;
  principals: StoredPrincipal[];
  createdAt: number;
  recurrence: StoredRecurrence | null;
}

interface SendingRow extends TermsRow {
  id: string;
  chat_id: string;
  name: string;
  note: string | null;
  creator: string;
  principals: string;
  created_at: number;
  cron: string | null;
  time_zone: string | null;
  due_after_ms: number | null;
  expires_after_ms: number | null;
  next_at: number | null;
  recurrence_ended_at: number | null;
}

const toSending = (row: SendingRow): StoredSending => ({
  id: row.id,
  chatId: row.chat_id,
  name: row.name,
  note: row.note,
  creator: JSON.parse(row.creator) as Person,
  principals: JSON.parse(row.principals) as StoredPrincipal[],
  ...toTerms(row),
  createdAt: row.created_at,
  recurrence:
    row.cron === null
      ? null
      : {
          cron: row.cron,
          timeZone: row.time_zone!,
          dueAfterMs: row.due_after_ms,
          expiresAfterMs: row.expires_after_ms,
          nextAt: row.next_at,
          endedAt: row.recurrence_ended_at,
        },
});

/** False if its creator has sent something under this key. */
export async function insertSending(db: Knex, sending: StoredSending, key: RequestKey | null): Promise<boolean> {
  const { recurrence } = sending;
  const row = {
    id: sending.id,
    chat_id: sending.chatId,
    name: sending.name,
    note: sending.note,
    creator_id: sending.creator.id,
    creator: JSON.stringify(sending.creator),
    principals: JSON.stringify(sending.principals),
    ...fromTerms(sending),
    created_at: sending.createdAt,
    cron: recurrence?.cron ?? null,
    time_zone: recurrence?.timeZone ?? null,
    due_after_ms: recurrence?.dueAfterMs ?? null,
    expires_after_ms: recurrence?.expiresAfterMs ?? null,
    next_at: recurrence?.nextAt ?? null,
    start_key: key?.key ?? null,
    body_hash: key?.bodyHash ?? null,
  };
  return (await db('sendings').insert(row).onConflict().ignore().returning('id')).length === 1;
}

export async function findSending(db: Knex, id: string): Promise<StoredSending | null> {
  const row = await db<SendingRow>('sendings').where({ id }).first();
  return row ? toSending(row) : null;
}

/** What a creator has sent under a key. */
export async function findSent(
  db: Knex,
  creatorId: string,
  key: string,
): Promise<{ id: string; bodyHash: string } | null> {
  const row = await db('sendings').where({ creator_id: creatorId, start_key: key }).first('id', 'body_hash');
  return row ? { id: row.id, bodyHash: row.body_hash } : null;
}

/** Newest first. */
export async function listSendings(
  db: Knex,
  { creatorId, before, limit }: { creatorId: string; before?: string; limit: number },
): Promise<StoredSending[]> {
  const rows = db<SendingRow>('sendings').where('creator_id', creatorId).orderBy('id', 'desc').limit(limit);
  return (await (before ? rows.where('id', '<', before) : rows)).map(toSending);
}

export interface SendingProgress {
  progress: Progress;
  overdue: number;
}

/** The states of these sendings' assignments. */
export async function progressOf(db: Knex, ids: string[], now: number): Promise<Map<string, SendingProgress>> {
  const rows: { sending_id: string; state: AssignmentStatus; n: number; late: number | null }[] = await db(
    'assignments',
  )
    .where(among(db, 'sending_id', ids))
    .groupBy('sending_id', 'state')
    .select(
      'sending_id',
      // as displayed, even before the sweep (`statusAt`)
      db.raw(`case when is_over = 0 and ${LAPSED} then 'expired' else status end as state`, [now]),
      db.raw(`sum(case when ${LATE} then 1 else 0 end) as late`, [now, now]),
    )
    .count({ n: '*' });
  return new Map(
    ids.map((id) => {
      const own = rows.filter((row) => row.sending_id === id);
      const count = (status: AssignmentStatus) => Number(own.find((row) => row.state === status)?.n ?? 0);
      const progress = Object.fromEntries(ASSIGNMENT_STATUSES.map((status) => [status, count(status)])) as Progress;
      return [id, { progress, overdue: own.reduce((sum, { late }) => sum + Number(late), 0) }];
    }),
  );
}

/** Everybody with an assignment of this sending, which does not recur. */
export async function peopleOf(db: Knex, sendingId: string): Promise<string[]> {
  return db('assignments').where({ sending_id: sendingId, occurrence_at: null }).distinct().pluck('person');
}

/**
 * Those of these people who have an assignment of this sending. `coalesce` keeps both databases off the index of
 * sendings, with which they would read everything sent.
 */
export async function peopleAmong(db: Knex, sendingId: string, people: string[]): Promise<string[]> {
  return db('assignments')
    .where(among(db, 'person', people))
    .whereRaw(`coalesce(sending_id, '') = ?`, [sendingId])
    .distinct()
    .pluck('person');
}

/** The position of a sending among those whose next date has come. */
export interface SendingPlace {
  nextAt: number;
  id: string;
}

/** Sendings whose next date has come, starting after a position. */
export async function dueSendings(
  db: Knex,
  now: number,
  limit: number,
  after: SendingPlace | null,
): Promise<StoredSending[]> {
  const rows = db<SendingRow>('sendings')
    .whereNotNull('next_at')
    .where('next_at', '<=', now)
    .orderBy(['next_at', 'id'])
    .limit(limit);
  if (after) void rows.whereRaw('(next_at, id) > (?, ?)', [after.nextAt, after.id]);
  return (await rows).map(toSending);
}

/**
 * Advances a recurrence, or ends it if there are no further dates; false if another server was faster, or it has ended.
 */
export async function moveOn(
  db: Knex,
  { id, recurrence }: StoredSending,
  nextAt: number | null,
  now: number,
): Promise<boolean> {
  const change = nextAt === null ? { next_at: null, recurrence_ended_at: now } : { next_at: nextAt };
  return (await db('sendings').where({ id, next_at: recurrence!.nextAt }).update(change)) === 1;
}

/** False if it has ended already. */
export async function endRecurrence(db: Knex, id: string, now: number): Promise<boolean> {
  const ended = await db('sendings')
    .where({ id, recurrence_ended_at: null })
    .whereNotNull('cron')
    .update({ next_at: null, recurrence_ended_at: now });
  return ended === 1;
}

/** The newest version of a flow at the time a chat had this version. */
export async function flowVersionThen(
  db: Knex,
  { chatId, chatVersion, flowId }: { chatId: string; chatVersion: number; flowId: string },
): Promise<number | null> {
  const next = await db('chat_versions')
    .where({ chat_id: chatId })
    .where('version', '>', chatVersion)
    .min({ at: 'saved_at' })
    .first();
  const versions = db('flow_versions').where({ flow_id: flowId });
  if (next?.['at']) void versions.where('created_at', '<', next['at']);
  const row = await versions.max({ version: 'version' }).first();
  return row?.['version'] ?? null;
}
