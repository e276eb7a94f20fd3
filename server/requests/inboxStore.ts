import type { Knex } from 'knex';
import type { NotificationStatus } from '../../contract/notifications.ts';
import { toRequest, type Request, type RequestRow } from './requestStore.ts';

/** A person's notification with the request it is about and the person's own answer. */
export interface InboxEntry {
  request: Request;
  person: string;
  email: string | null;
  createdAt: number;
  isRead: boolean;
  answeredAt: number | null;
  /** The person's own response, as it is stored. */
  payload: string | null;
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
  /** The last entry of the page before. */
  after?: { createdAt: number; subjectId: string };
  limit?: number;
}

/** The status of a notification is derived from its request and the own answer, so that all inboxes are right at once. */
const STATUS_SQL: Record<NotificationStatus, string> = {
  pending: "requests.status = 'waiting' and answered_at is null and requests.expires_at > ?",
  completed: "(answered_at is not null or requests.status = 'completed')",
  expired:
    "answered_at is null and (requests.status in ('timed_out', 'cancelled') or (requests.status = 'waiting' and requests.expires_at <= ?))",
};

const inboxOf = (db: Knex, person: string) =>
  db('notifications')
    .join('requests', 'requests.id', 'notifications.subject_id')
    .leftJoin(
      'responses',
      (join) =>
        void join
          .on('responses.request_id', 'notifications.subject_id')
          .andOn('responses.person', 'notifications.person'),
    )
    .where('notifications.person', person)
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

/** Newest first. */
export async function findInbox(
  db: Knex,
  { person, status, after, limit }: InboxQuery,
  now: number,
): Promise<InboxEntry[]> {
  const rows = inboxOf(db, person).orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'notifications.subject_id', order: 'desc' },
  ]);
  if (status) void rows.whereRaw(STATUS_SQL[status], status === 'completed' ? [] : [now]);
  if (after) void rows.whereRaw('(created_at, notifications.subject_id) < (?, ?)', [after.createdAt, after.subjectId]);
  if (limit !== undefined) void rows.limit(limit);
  return ((await rows) as InboxRow[]).map(toEntry);
}

export async function findInboxEntry(db: Knex, person: string, subjectId: string): Promise<InboxEntry | null> {
  const [row] = (await inboxOf(db, person).where('notifications.subject_id', subjectId)) as InboxRow[];
  return row ? toEntry(row) : null;
}

const toEntry = (row: InboxRow): InboxEntry => ({
  request: toRequest(row),
  person: row.person,
  email: row.email,
  createdAt: row.created_at,
  isRead: row.is_read === 1,
  answeredAt: row.answered_at,
  payload: row.payload,
  channel: row.channel,
});

/** Changes whenever anything in the person's inbox does: a client that knows another one has missed something. */
export async function inboxVersion(db: Knex, person: string): Promise<string> {
  const row = await db('notifications')
    .join('requests', 'requests.id', 'notifications.subject_id')
    .where('notifications.person', person)
    .first(
      db.raw('count(*) as n, sum(requests.version) as versions, sum(is_read) as read_count, max(created_at) as newest'),
    );
  return [row.n, row.versions ?? 0, row.read_count ?? 0, row.newest ?? 0].join('.');
}
