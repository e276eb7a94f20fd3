import type { Knex } from 'knex';
import type { InboxSort, InboxTab } from '../../contract/notifications.ts';
import { fromPublic, type HumanInputPayload, type Payload } from '../../contract/payload.ts';
import { given } from '../foundation/database/rows.ts';
import { query } from '../foundation/database/statements.ts';
import { groupKeyIn, orderedBy, orderOf, type InboxPosition } from './inboxOrder.ts';
import { peopleBinding, UNSETTLED, unsettledOf } from './inboxStates.ts';
import { momentsOf, STATUS, statusIn } from './inboxStatus.ts';
import { toRequest, type Request, type RequestRow } from './requestStore.ts';

/** A person's notification with its request and the person's own answer. */
export interface InboxEntry {
  request: Request;
  person: string;
  email: string | null;
  createdAt: number;
  isRead: boolean;
  /** Null if it is not snoozed. */
  snoozedUntil: number | null;
  answeredAt: number | null;
  /** The person's own response. */
  payload: Payload | null;
  /** The channel of that response. */
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
  /** Default: newest first. Other orders require a tab that has them: pending or snoozed. */
  sort?: InboxSort;
  /** Only questions of this group; requires pending and an order other than newest first. */
  groupKey?: string;
  /** Only these requests. */
  ids?: string[];
  /** Only requests raised in this chat. */
  chatId?: string;
  /** Only requests raised in this log of an assignment. */
  logId?: string;
  /** The last entry of the previous page. */
  after?: InboxPosition;
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
  // in this order, so that a request filed between two statements is found twice rather than never
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

/** Notifications from any source, with their requests and the person's own answers. */
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

/** @param source the table with the columns to sort by */
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

/** Notifications that are filed under a status and still have it. */
function filedOf(db: Knex, inbox: InboxQuery & { status: InboxTab }, now: number): Promise<InboxRow[]> {
  const { status, sort = 'newest', groupKey } = inbox;
  const isPlaced = status === 'pending' && sort !== 'newest';
  const rows = joined(db, 'notifications')
    .whereRaw(`filed_as = '${status}'`) // literal: partial indexes cover this status only
    .whereRaw(statusIn('requests')[status], momentsOf(status, now));
  if (isPlaced) void rows.whereRaw('notifications.due_at > ?', [now]);
  if (groupKey !== undefined) void rows.whereRaw('notifications.group_key = ?', [groupKey]);
  return page(db, rows, inbox, isPlaced ? 'own' : undefined);
}

/** Rows written by servers of the previous version have no position yet; most people have none of these. */
const MOST_UNPLACED = 1000;

/** Pending notifications without a position in this order. */
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

/** The cross join keeps SQLite from starting with all notifications of the person. */
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

/** How many executions of a chat or log are considered, latest first. */
const MOST_OF_CHAT = 500;

function askedIn(db: Knex, place: { chat_id?: string; log_id?: string }): Promise<string[]> {
  const latest = db('executions').where(place).orderBy('id', 'desc').limit(MOST_OF_CHAT).select('id');
  return db('requests').whereIn('execution_id', latest).pluck('id');
}

/** The ids of notifications that have a status but are not filed under it yet. */
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
