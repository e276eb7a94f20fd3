import type { Knex } from 'knex';
import type { NotificationStatus } from '../../contract/notifications.ts';
import { fromPublic, type HumanInputPayload, type Payload } from '../../contract/payload.ts';
import { given, query } from '../foundation/database/rows.ts';
import { peopleBinding, UNSETTLED, unsettledOf } from './inboxStates.ts';
import { momentsOf, STATUS, statusIn } from './inboxStatus.ts';
import { toRequest, type Request, type RequestRow } from './requestStore.ts';

/** A person's notification with the request it is about and the person's own answer. */
export interface InboxEntry {
  request: Request;
  person: string;
  email: string | null;
  createdAt: number;
  isRead: boolean;
  answeredAt: number | null;
  /** The person's own response. */
  payload: Payload | null;
  /** What that came through. */
  channel: string | null;
}

interface InboxRow extends RequestRow {
  person: string;
  email: string | null;
  created_at: number;
  is_read: number;
  answered_at: number | null;
  payload: string | null;
  channel: string | null;
}

export interface InboxQuery {
  person: string;
  status?: NotificationStatus;
  /** Of these requests only. */
  ids?: string[];
  /** Of requests that were raised in this chat only. */
  chatId?: string;
  /** Of requests that were raised in this log of an assignment only. */
  logId?: string;
  /** The last entry of the page before. */
  after?: Place;
  limit: number;
}

export interface Place {
  createdAt: number;
  subjectId: string;
}

/** Newest first. */
export async function findInbox(db: Knex, inbox: InboxQuery, now: number): Promise<InboxEntry[]> {
  return (await rowsOf(db, inbox, now)).map(toEntry);
}

async function rowsOf(db: Knex, { chatId, logId, ...inbox }: InboxQuery, now: number): Promise<InboxRow[]> {
  const { status } = inbox;
  if (chatId !== undefined || logId !== undefined) {
    const asked = await askedIn(db, { ...(chatId && { chat_id: chatId }), ...(logId && { log_id: logId }) });
    const ids = inbox.ids ? inbox.ids.filter((id) => asked.includes(id)) : asked;
    return rowsOf(db, { ...inbox, ids }, now);
  }
  if (inbox.ids) return someOf(db, inbox.ids, inbox, now);
  if (status === undefined) return page(joined(db, 'notifications'), inbox);
  // in this order: what is filed in between is found by both, and never by none
  const unsettled = await findUnsettled(db, { ...inbox, status }, now);
  const filed = await filedOf(db, { ...inbox, status }, now);
  if (unsettled.length === 0) return filed;
  return someOf(db, [...new Set([...unsettled, ...filed.map(({ id }) => id)])], inbox, now);
}

export async function findInboxEntry(db: Knex, person: string, subjectId: string): Promise<InboxEntry | null> {
  const [row] = await page(joined(db, 'notifications').where('notifications.subject_id', subjectId), {
    person,
    limit: 1,
  });
  return row ? toEntry(row) : null;
}

/** Notifications, from wherever they are taken, with their requests and the own answers. */
const joined = (db: Knex, from: string, bindings: Knex.RawBinding[] = []) =>
  db
    .from(db.raw(from, bindings))
    .join('requests', 'requests.id', 'notifications.subject_id')
    .leftJoin(
      'responses',
      (join) =>
        void join
          .on('responses.request_id', 'notifications.subject_id')
          .andOn('responses.person', 'notifications.person'),
    )
    .select(
      'requests.*',
      'notifications.person',
      'notifications.email',
      'created_at',
      'is_read',
      'answered_at',
      'responses.payload',
      'responses.channel',
    );

async function page(rows: Knex.QueryBuilder, { person, after, limit }: InboxQuery): Promise<InboxRow[]> {
  void rows
    .where('notifications.person', person)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'notifications.subject_id', order: 'desc' },
    ])
    .limit(limit);
  if (after) void rows.whereRaw('(created_at, notifications.subject_id) < (?, ?)', [after.createdAt, after.subjectId]);
  return rows;
}

/** What is filed under a status and has no other one by now. */
const filedOf = (db: Knex, inbox: InboxQuery & { status: NotificationStatus }, now: number) =>
  page(
    joined(db, 'notifications')
      .where('filed_as', inbox.status)
      .whereRaw(statusIn('requests')[inbox.status], momentsOf(inbox.status, now)),
    inbox,
  );

/** The cross join keeps SQLite from beginning with all notifications of the person. */
function someOf(db: Knex, ids: string[], inbox: InboxQuery, now: number): Promise<InboxRow[]> {
  const { sql, bindings } = given(
    db,
    { id: 'text' },
    ids.map((id) => ({ id })),
  );
  const rows = joined(db, `${sql} cross join notifications`, bindings).whereRaw('notifications.subject_id = given.id');
  if (inbox.status) void rows.whereRaw(statusIn('requests')[inbox.status], momentsOf(inbox.status, now));
  return page(rows, inbox);
}

/** Executions of a chat or a log that are looked at, the latest first. */
const MOST_OF_CHAT = 500;

function askedIn(db: Knex, place: { chat_id?: string; log_id?: string }): Promise<string[]> {
  const latest = db('executions').where(place).orderBy('id', 'desc').limit(MOST_OF_CHAT).select('id');
  return db('requests').whereIn('execution_id', latest).pluck('id');
}

/** The ids of what has a status and is not filed under it yet. */
async function findUnsettled(
  db: Knex,
  { person, status, after, limit }: InboxQuery & { status: NotificationStatus },
  now: number,
): Promise<string[]> {
  const place = after ? 'and (created_at, notifications.subject_id) < (?, ?)' : '';
  const rows = await query<{ id: string }>(
    db,
    `with ${UNSETTLED} select unsettled.id as id from ${unsettledOf(db, 1)}
     where (filed_as is null or filed_as <> ?) and ${STATUS[status]} ${place}
     order by created_at desc, notifications.subject_id desc limit ?`,
    [
      now,
      peopleBinding(db, [person]),
      status,
      ...momentsOf(status, now),
      ...(after ? [after.createdAt, after.subjectId] : []),
      limit,
    ],
  );
  return rows.map(({ id }) => id);
}

const toEntry = (row: InboxRow): InboxEntry => ({
  request: toRequest(row),
  person: row.person,
  email: row.email,
  createdAt: row.created_at,
  isRead: row.is_read === 1 || row.answered_at !== null,
  answeredAt: row.answered_at,
  payload: row.payload === null ? null : fromPublic(JSON.parse(row.payload) as HumanInputPayload),
  channel: row.channel,
});
