import type { Knex } from 'knex';
import type { InboxSort, InboxTab } from '../../contract/notifications.ts';
import { fromPublic, type HumanInputPayload, type Payload } from '../../contract/payload.ts';
import { given } from '../foundation/database/rows.ts';
import { query } from '../foundation/database/statements.ts';
import { groupKeyIn, orderedBy, orderOf, type Place } from './inboxOrder.ts';
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
  /** Null where it is filed under its status. */
  snoozedUntil: number | null;
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
  filed_as: InboxTab | null;
  snoozed_until: number | null;
  answered_at: number | null;
  payload: string | null;
  channel: string | null;
}

export interface InboxQuery {
  person: string;
  status?: InboxTab;
  /** Newest first where nothing is said; another order wants a tab that has one, pending or snoozed. */
  sort?: InboxSort;
  /** Of equal questions only; where it is pending, and not the newest first. */
  groupKey?: string;
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
  if (status === undefined) return page(db, joined(db, 'notifications'), inbox);
  // in this order: what is filed in between is found by both, and never by none
  const unsettled = await findUnsettled(db, { ...inbox, status }, now);
  const unplaced = await findUnplaced(db, inbox);
  const filed = await filedOf(db, { ...inbox, status }, now);
  if (unsettled.length + unplaced.length === 0) return filed;
  return someOf(db, [...new Set([...unsettled, ...unplaced, ...filed.map(({ id }) => id)])], inbox, now);
}

export async function findInboxEntry(db: Knex, person: string, subjectId: string): Promise<InboxEntry | null> {
  const [row] = await page(db, joined(db, 'notifications').where('notifications.subject_id', subjectId), {
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
      'filed_as',
      'snoozed_until',
      'answered_at',
      'responses.payload',
      'responses.channel',
    );

/** @param source whose columns say in which order they come */
async function page(
  db: Knex,
  rows: Knex.QueryBuilder,
  { person, sort = 'newest', after, limit }: InboxQuery,
  source: Parameters<typeof orderOf>[2] = { request: 'requests' },
): Promise<InboxRow[]> {
  const { order, after: rest } = orderedBy(orderOf(db, sort, source), after);
  void rows.where('notifications.person', person).orderByRaw(order).limit(limit);
  if (rest) void rows.whereRaw(rest.sql, rest.bindings);
  return rows;
}

/** What is filed under a status and has no other one by now. */
function filedOf(db: Knex, inbox: InboxQuery & { status: InboxTab }, now: number): Promise<InboxRow[]> {
  const { status, sort = 'newest', groupKey } = inbox;
  const isPlaced = status === 'pending' && sort !== 'newest';
  const rows = joined(db, 'notifications')
    .whereRaw(`filed_as = '${status}'`) // as it stands: partial indexes are of this status only
    .whereRaw(statusIn('requests')[status], momentsOf(status, now));
  if (isPlaced) void rows.whereRaw('notifications.due_at > ?', [now]);
  if (groupKey !== undefined) void rows.whereRaw('notifications.group_key = ?', [groupKey]);
  return page(db, rows, inbox, isPlaced ? 'own' : undefined);
}

/** Rows that servers of the version before have written stand in no order yet; most have none. */
const MOST_UNPLACED = 1000;

/** What is pending and has no place in its order. */
export async function findUnplaced(
  db: Knex,
  { person, status, sort = 'newest' }: Pick<InboxQuery, 'person' | 'status' | 'sort'>,
): Promise<string[]> {
  if (status !== 'pending' || sort === 'newest') return [];
  const rows = await query<{ id: string }>(
    db,
    `select subject_id as id from notifications where person = ? and filed_as = 'pending' and due_at is null
     order by subject_id limit ${MOST_UNPLACED}`,
    [person],
  );
  return rows.map(({ id }) => id);
}

/** The cross join keeps SQLite from beginning with all notifications of the person. */
function someOf(db: Knex, ids: string[], inbox: InboxQuery, now: number): Promise<InboxRow[]> {
  const { sql, bindings } = given(
    db,
    { id: 'text' },
    ids.map((id) => ({ id })),
  );
  const rows = joined(db, `${sql} cross join notifications`, bindings).whereRaw('notifications.subject_id = given.id');
  if (inbox.status) void rows.whereRaw(statusIn('requests')[inbox.status], momentsOf(inbox.status, now));
  if (inbox.groupKey !== undefined) void rows.whereRaw(`${groupKeyIn(db, 'requests')} = ?`, [inbox.groupKey]);
  return page(db, rows, inbox);
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
  { person, status, sort = 'newest', groupKey, after, limit }: InboxQuery & { status: InboxTab },
  now: number,
): Promise<string[]> {
  const { order, after: rest } = orderedBy(orderOf(db, sort, { request: 'unsettled' }), after);
  const group = groupKey === undefined ? '' : `and ${groupKeyIn(db, 'unsettled')} = ?`;
  const rows = await query<{ id: string }>(
    db,
    `with ${UNSETTLED} select unsettled.id as id from ${unsettledOf(db, 1)}
     where (filed_as is null or filed_as <> ?) and ${STATUS[status]} ${group} ${rest ? `and ${rest.sql}` : ''}
     order by ${order} limit ?`,
    [
      now,
      now,
      peopleBinding(db, [person]),
      status,
      ...momentsOf(status, now),
      ...(groupKey === undefined ? [] : [groupKey]),
      ...(rest ? rest.bindings : []),
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
  snoozedUntil: row.filed_as === 'snoozed' ? row.snoozed_until : null,
  answeredAt: row.answered_at,
  payload: row.payload === null ? null : fromPublic(JSON.parse(row.payload) as HumanInputPayload),
  channel: row.channel,
});
