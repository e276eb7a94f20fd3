import type { Knex } from 'knex';
import type { AssignmentNoticeKind } from '../../contract/assignments.ts';
import { among, amongFound, given, insertRows, type Columns } from '../foundation/database/rows.ts';
import { query } from '../foundation/database/statements.ts';
import { newId } from '../foundation/newId.ts';

export type Scope = 'inbound' | 'outbound';

/** A person's record of an event of an assignment; `digest`: several of them sent as one message. */
export interface StoredNotice {
  id: string;
  /** Null for a digest. */
  assignmentId: string | null;
  /** The sender of the assignment. */
  sender: string;
  person: string;
  kind: AssignmentNoticeKind | 'digest';
  scope: Scope;
  isRead: boolean;
  createdAt: number;
  /** When to send it on channels; null: it is sent already, or need not be. */
  tellAt: number | null;
}

export type NewNotice = Omit<StoredNotice, 'id'>;

interface NoticeRow {
  id: string;
  assignment_id: string | null;
  sender: string;
  person: string;
  kind: AssignmentNoticeKind | 'digest';
  scope: Scope;
  is_read: number;
  created_at: number;
  tell_at: number | null;
}

const toNotice = (row: NoticeRow): StoredNotice => ({
  id: row.id,
  assignmentId: row.assignment_id,
  sender: row.sender,
  person: row.person,
  kind: row.kind,
  scope: row.scope,
  isRead: row.is_read === 1,
  createdAt: row.created_at,
  tellAt: row.tell_at,
});

const COLUMNS: Columns = {
  id: 'text',
  assignment_id: 'text',
  sender: 'text',
  person: 'text',
  kind: 'text',
  scope: 'text',
  is_read: 'integer',
  created_at: 'integer',
  tell_at: 'integer',
};

export async function insertNotices(db: Knex, notices: NewNotice[]): Promise<void> {
  const rows = notices.map((each) => ({
    id: newId(each.createdAt),
    assignment_id: each.assignmentId,
    sender: each.sender,
    person: each.person,
    kind: each.kind,
    scope: each.scope,
    is_read: each.isRead ? 1 : 0,
    created_at: each.createdAt,
    tell_at: each.tellAt,
  }));
  await insertRows(db, 'assignment_notices', COLUMNS, rows);
}

/** Marks the assignments of these people as changed; ordered by person, so that units never deadlock. */
export async function noteChanges(db: Knex, people: string[]): Promise<void> {
  const rows = [...new Set(people)].sort().map((person) => ({ person }));
  if (rows.length === 0) return;
  const { sql, bindings } = given(db, { person: 'text' }, rows);
  await query(
    db,
    `insert into assignment_inboxes (person, changes) select person, 1 from ${sql} where true order by person
     on conflict (person) do update set changes = assignment_inboxes.changes + 1`,
    bindings,
  );
}

export async function findNotice(db: Knex, id: string): Promise<StoredNotice | null> {
  const row = await db<NoticeRow>('assignment_notices').where({ id }).first();
  return row ? toNotice(row) : null;
}

export interface NoticeList {
  person: string;
  scope?: Scope;
  unread?: boolean;
  before?: string;
  limit: number;
}

/** Newest first. */
export async function listNotices(
  db: Knex,
  { person, scope, unread, before, limit }: NoticeList,
): Promise<StoredNotice[]> {
  const rows = db<NoticeRow>('assignment_notices')
    .where({ person })
    .whereNot({ kind: 'digest' })
    .orderBy('id', 'desc')
    .limit(limit);
  if (scope) void rows.where({ scope });
  if (unread !== undefined) void rows.where({ is_read: unread ? 0 : 1 });
  return (await (before ? rows.where('id', '<', before) : rows)).map(toNotice);
}

/** True if the person has this notice. */
export async function markNoticeRead(db: Knex, id: string, person: string): Promise<boolean> {
  const changed = await db('assignment_notices').where({ id, person, is_read: 0 }).update({ is_read: 1 });
  if (changed === 0) return (await db('assignment_notices').where({ id, person }).first('id')) !== undefined;
  await noteChanges(db, [person]);
  return true;
}

/** Marks what a person was told about an assignment as read. The caller notes the change. */
export async function markReadAbout(db: Knex, assignmentId: string, person: string): Promise<void> {
  await db('assignment_notices').where({ assignment_id: assignmentId, person, is_read: 0 }).update({ is_read: 1 });
}

/** Rows per unit, so that other writers do not wait long. */
export const READ_AT_ONCE = 5000;

/** Marks some of a person's unread notices as read; true if there may be more. */
export async function markSomeRead(db: Knex, person: string, scope?: Scope): Promise<boolean> {
  const some = db('assignment_notices')
    .where({ person, is_read: 0, ...(scope && { scope }) })
    .limit(READ_AT_ONCE)
    .select('id');
  const changed = await db('assignment_notices')
    .whereRaw(amongFound(db, 'id', some))
    .update({ is_read: 1 });
  if (changed > 0) await noteChanges(db, [person]);
  return changed === READ_AT_ONCE;
}

export async function countUnread(db: Knex, person: string): Promise<Record<Scope, number>> {
  const rows: { scope: Scope; n: number }[] = await db('assignment_notices')
    .where({ person, is_read: 0 })
    .whereNot({ kind: 'digest' })
    .groupBy('scope')
    .select('scope')
    .count({ n: '*' });
  const count = (scope: Scope) => Number(rows.find((row) => row.scope === scope)?.n ?? 0);
  return { inbound: count('inbound'), outbound: count('outbound') };
}

/** The notices that show an assignment's state and must be rewritten when it changes. */
export const noticeIdsOf = (db: Knex, assignmentId: string): Promise<string[]> =>
  db('assignment_notices').where({ assignment_id: assignmentId, scope: 'inbound' }).pluck('id');

/** Notices to send now, oldest first. */
export async function untoldNotices(db: Knex, now: number, limit: number): Promise<StoredNotice[]> {
  const rows = await db<NoticeRow>('assignment_notices')
    .whereNotNull('tell_at')
    .where('tell_at', '<=', now)
    .orderBy('tell_at')
    .limit(limit);
  return rows.map(toNotice);
}

/** A person's notices to send now. */
export const untoldOf = (db: Knex, person: string, now: number, limit: number): Promise<string[]> =>
  db('assignment_notices').where({ person }).where('tell_at', '<=', now).limit(limit).pluck('id');

/** How many messages each person got between two times, and when the last one was sent. */
export async function toldBetween(
  db: Knex,
  people: string[],
  since: number,
  until: number,
): Promise<Map<string, { count: number; lastAt: number }>> {
  const rows: { person: string; n: number; last: number }[] = await db('assignment_notices')
    .where(among(db, 'person', people))
    .where('told_at', '>', since)
    .where('told_at', '<', until)
    .whereNull('digest_id')
    .groupBy('person')
    .select('person')
    .count({ n: '*' })
    .max({ last: 'told_at' });
  return new Map(rows.map(({ person, n, last }) => [person, { count: Number(n), lastAt: Number(last) }]));
}

/** Marks notices as sent; leaves out those that another server sent first. */
export async function markTold(db: Knex, ids: string[], now: number, digestId: string | null): Promise<string[]> {
  const rows = await db('assignment_notices')
    .where(among(db, 'id', ids))
    .whereNotNull('tell_at')
    .update({ tell_at: null, told_at: now, digest_id: digestId })
    .returning('id');
  return rows.map(({ id }) => id as string);
}

export const postpone = (db: Knex, ids: string[], tellAt: number): Promise<number> =>
  db('assignment_notices')
    .where(among(db, 'id', ids))
    .whereNotNull('tell_at')
    .update({ tell_at: tellAt });

/** The notices in a digest, newest first. */
export async function noticesOfDigest(db: Knex, digestId: string, limit: number): Promise<StoredNotice[]> {
  const rows = await db<NoticeRow>('assignment_notices')
    .where({ digest_id: digestId } as object)
    .orderBy('id', 'desc')
    .limit(limit);
  return rows.map(toNotice);
}

export async function countOfDigest(db: Knex, digestId: string): Promise<number> {
  const row = await db('assignment_notices').where({ digest_id: digestId }).count({ n: '*' }).first();
  return Number(row!['n']);
}

/** Stores a message that combines several notices of one person. */
export async function insertDigest(
  db: Knex,
  id: string,
  { sender, person, scope }: Pick<StoredNotice, 'sender' | 'person' | 'scope'>,
  now: number,
): Promise<void> {
  const digest = {
    id,
    assignment_id: null,
    sender,
    person,
    kind: 'digest',
    scope,
    is_read: 1,
    created_at: now,
    told_at: now,
  };
  await db('assignment_notices').insert(digest);
}
