import type { Knex } from 'knex';
import type { AssignmentFilter } from '../../contract/assignments.ts';
import { among, insertRows, type Columns } from '../foundation/database/rows.ts';
import { query } from '../foundation/database/statements.ts';
import {
  fromTerms,
  toAssignment,
  toBit,
  toListed,
  type AssignmentRow,
  type ListedAssignment,
  type ListedRow,
  type StoredAssignment,
} from './assignmentRows.ts';
import { isOpen } from './assignmentRules.ts';

const COLUMNS: Columns = {
  id: 'text',
  sending_id: 'text',
  chat_id: 'text',
  name: 'text',
  creator_id: 'text',
  person: 'text',
  display_name: 'text',
  email: 'text',
  upn: 'text',
  language: 'text',
  group_id: 'text',
  group_name: 'text',
  occurrence_at: 'integer',
  criterion: 'text',
  retry_budget: 'integer',
  allow_delegation: 'integer',
  allow_rejection: 'integer',
  chat_version: 'integer',
  flow_version: 'integer',
  due_at: 'integer',
  expires_at: 'integer',
  created_at: 'integer',
  status: 'text',
  is_over: 'integer',
  version: 'integer',
  attempt: 'integer',
  has_attempt_failed: 'integer',
  predecessor_id: 'text',
  chain_id: 'text',
  tell_due_at: 'integer',
};

/** Stores new assignments in their initial state. */
export async function insertAssignments(db: Knex, assignments: StoredAssignment[]): Promise<void> {
  const rows = assignments.map((each) => ({
    id: each.id,
    sending_id: each.sendingId,
    chat_id: each.chatId,
    name: each.name,
    creator_id: each.creatorId,
    person: each.assignee.id,
    display_name: each.assignee.displayName,
    email: each.assignee.email,
    upn: each.assignee.userPrincipalName,
    language: each.assignee.language?.slice(0, 35) ?? null,
    group_id: each.group?.id ?? null,
    group_name: each.group?.displayName ?? null,
    occurrence_at: each.occurrenceAt,
    ...fromTerms(each),
    created_at: each.createdAt,
    status: each.status,
    is_over: toBit(!isOpen(each.status)),
    version: each.version,
    attempt: each.attempt,
    has_attempt_failed: toBit(each.hasAttemptFailed),
    predecessor_id: each.predecessorId,
    chain_id: each.chainId,
    tell_due_at: each.tellDueAt,
  }));
  await insertRows(db, 'assignments', COLUMNS, rows);
}

/** Stores the mutable columns of one; its row must be locked. */
export async function updateAssignment(db: Knex, each: StoredAssignment): Promise<void> {
  await db('assignments')
    .where({ id: each.id })
    .update({
      status: each.status,
      is_over: toBit(!isOpen(each.status)),
      version: each.version,
      attempt: each.attempt,
      has_attempt_failed: toBit(each.hasAttemptFailed),
      passed: each.passed === null ? null : toBit(each.passed),
      outcome: each.outcome === null ? null : JSON.stringify(each.outcome),
      reason: each.reason,
      cancelled_by: each.cancelledBy,
      log_id: each.logId,
      tell_due_at: each.tellDueAt,
      started_at: each.startedAt,
      ended_at: each.endedAt,
      reminded_at: each.remindedAt,
    });
}

export async function findAssignment(db: Knex, id: string): Promise<StoredAssignment | null> {
  const row = await db<AssignmentRow>('assignments').where({ id }).first();
  return row ? toAssignment(row) : null;
}

/** The assignment whose latest attempt has this log. */
export async function findByLog(db: Knex, logId: string): Promise<StoredAssignment | null> {
  const row = await db<AssignmentRow>('assignments').where({ log_id: logId }).first();
  return row ? toAssignment(row) : null;
}

const listed = (db: Knex) =>
  db('assignments')
    .join('sendings', 'sendings.id', 'assignments.sending_id')
    .leftJoin('assignments as successor', 'successor.predecessor_id', 'assignments.id')
    .select(
      'assignments.*',
      'sendings.creator',
      'sendings.note',
      'successor.id as successor_id',
      'successor.person as successor_person',
      'successor.display_name as successor_name',
      'successor.email as successor_email',
      'successor.upn as successor_upn',
    );

export async function findListed(db: Knex, ids: string[]): Promise<Map<string, ListedAssignment>> {
  if (ids.length === 0) return new Map();
  const rows: ListedRow[] = await listed(db).where(among(db, 'assignments.id', ids));
  return new Map(rows.map((row) => [row.id, toListed(row)]));
}

export interface AssignmentList extends Omit<AssignmentFilter, 'direction' | 'search'> {
  /** Assigned to them, or sent by them; null: anybody's, of one sending. */
  person: string | null;
  direction: AssignmentFilter['direction'];
  /** The id of the last one on the previous page. */
  before?: string;
  limit: number;
  now: number;
}

/**
 * Newest first. A person's index is split by `is_over`, so open and ended ones are read separately, each in index
 * order: a page never sorts everything that a person has sent.
 */
export async function listAssignments(db: Knex, list: AssignmentList): Promise<ListedAssignment[]> {
  const found = new Map<string, ListedRow>();
  // ended ones last: one that ends in between is found twice rather than missed
  for (const isOver of partsOf(list)) for (const row of await listPart(db, list, isOver)) found.set(row.id, row);
  const newest = [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  return newest.slice(0, list.limit).map(toListed);
}

/** The parts that a list may need: 1 ended, 0 open; null: all of a sending, which has its own index. */
function partsOf({ tab, status, overdue, sendingId }: AssignmentList): (0 | 1 | null)[] {
  if (sendingId !== undefined) return [null];
  if (tab === 'active' || overdue === true || (status !== undefined && isOpen(status))) return [0];
  return status === undefined || status === 'expired' ? [0, 1] : [1];
}

async function listPart(db: Knex, list: AssignmentList, isOver: 0 | 1 | null): Promise<ListedRow[]> {
  const rows = listed(db).orderBy('assignments.id', 'desc').limit(list.limit);
  const whose = list.direction === 'inbound' ? 'assignments.person' : 'assignments.creator_id';
  if (list.person !== null) void rows.where(whose, list.person);
  if (isOver !== null) void rows.where('assignments.is_over', isOver);
  narrowByState(rows, list);
  if (list.criterion) void rows.where('assignments.criterion', list.criterion);
  if (list.sendingId) void rows.where('assignments.sending_id', list.sendingId);
  if (list.chatId) void rows.where('assignments.chat_id', list.chatId);
  if (list.before) void rows.where('assignments.id', '<', list.before);
  return rows;
}

/** As displayed: expired once its time is over, even before the sweep (`statusAt`). */
export const LAPSED = 'assignments.expires_at is not null and assignments.expires_at <= ?';
export const LATE = `assignments.is_over = 0 and assignments.due_at is not null and assignments.due_at <= ? and not (${LAPSED})`;

function narrowByState(rows: Knex.QueryBuilder, { tab, status, overdue, now }: AssignmentList): void {
  const isOver = tab === 'history' && (status === undefined || status === 'expired');
  if (tab === 'active') void rows.where('assignments.is_over', 0).whereRaw(`not (${LAPSED})`, [now]);
  else if (isOver) void rows.whereRaw(`(assignments.is_over = 1 or ${LAPSED})`, [now]);
  else if (tab) void rows.where('assignments.is_over', 1); // only ended ones have these states
  if (status === 'expired')
    void rows.whereRaw(`(assignments.status = ? or assignments.is_over = 0 and ${LAPSED})`, [status, now]);
  else if (status) void rows.where('assignments.status', status);
  if (status && isOpen(status)) void rows.whereRaw(`not (${LAPSED})`, [now]);
  if (overdue !== undefined) void rows.whereRaw(overdue ? LATE : `not (${LATE})`, [now, now]);
}

/** Everybody who has had an assignment of this chain; not always in order, because clocks differ and step. */
export async function holdersOf(db: Knex, chainId: string): Promise<string[]> {
  return db('assignments').where({ chain_id: chainId }).orderBy('id').pluck('person');
}

/** How many open assignments a person has, and how many of them are overdue. */
export async function countOpen(db: Knex, person: string, now: number): Promise<{ active: number; overdue: number }> {
  const [row] = await query<{ active: number; overdue: number | null }>(
    db,
    `select count(*) as active, sum(case when due_at <= ? then 1 else 0 end) as overdue from assignments
     where person = ? and is_over = 0 and (expires_at is null or expires_at > ?)`,
    [now, person, now],
  );
  return { active: Number(row!.active), overdue: Number(row!.overdue ?? 0) };
}

/** The first open assignments of a sending. */
export const openIdsOf = async (db: Knex, sendingId: string, now: number, limit: number): Promise<string[]> => {
  const sql = `select id from assignments where sending_id = ? and is_over = 0 and not (${LAPSED}) order by id limit ?`;
  return (await query<{ id: string }>(db, sql, [sendingId, now, limit])).map(({ id }) => id);
};

/** Expired assignments that are still stored as open. */
export const expiredIds = (db: Knex, now: number, limit: number): Promise<string[]> =>
  db('assignments')
    .where({ is_over: 0 })
    .whereNotNull('expires_at')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .pluck('id');

/** Assignments with a notice about their due date to send; those whose time is over only get the notice of that. */
export const dueIds = (db: Knex, now: number, limit: number): Promise<string[]> =>
  db('assignments')
    .where({ is_over: 0 })
    .whereNotNull('tell_due_at')
    .where('tell_due_at', '<=', now)
    .whereRaw(`not (${LAPSED})`, [now])
    .orderBy('tell_due_at')
    .limit(limit)
    .pluck('id');
