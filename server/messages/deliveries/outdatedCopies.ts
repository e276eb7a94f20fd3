import type { ShownState } from '../../../contract/requests.ts';
import { among, lockInOrder, updateRows, type Columns } from '../../foundation/database/rows.ts';
import { query, type Db } from '../../foundation/database/statements.ts';
import { toShown, type Copy, type WantedCopy } from './deliveryRules.ts';
import type { SubjectSql } from './subject.ts';

/** A posted copy whose subject has changed since, with what it should show. */
export interface OutdatedCopy extends Copy {
  id: string;
  subjectId: string;
  wanted: Omit<WantedCopy, 'isNews'>;
  /** When it is scheduled to be rewritten; null: not scheduled. */
  nextAttemptAt: number | null;
}

interface Row {
  id: string;
  subject_id: string;
  shown_version: number;
  shown_state: ShownState | null;
  shown_at: number;
  next_attempt_at: number | null;
  version: number;
  wanted_state: ShownState;
  progress_of: number | null;
}

/**
 * Copies of subjects of one kind that may have to be rewritten, in key order, starting after `after`. Leaves out copies
 * with an attempt under way (which checks again itself) and copies waiting for a retry.
 * @param subjectIds null: of all subjects
 */
export async function outdatedCopies(
  db: Db,
  { table, copy }: SubjectSql,
  {
    subjectIds,
    after,
    limit,
  }: { subjectIds: string[] | null; after: Pick<OutdatedCopy, 'subjectId' | 'id'>; limit: number },
): Promise<OutdatedCopy[]> {
  const ofThese = subjectIds && among(db, 'deliveries.subject_id', subjectIds).toSQL();
  const rows = await query<Row>(
    db,
    `select deliveries.id, deliveries.subject_id, shown_version, shown_state, coalesce(rewritten_at, sent_at) as shown_at,
       next_attempt_at, ${copy.version} as version, ${copy.state} as wanted_state, ${copy.progressOf} as progress_of
     from deliveries join ${table} on ${table}.id = deliveries.subject_id ${copy.join}
     where deliveries.state = 'sent' and settled_at is null and shown_version < ${copy.version}
       and attempt_until is null and (next_attempt_at is null or failures = 0) and (${copy.mayBeOutdated})
       ${ofThese ? `and ${ofThese.sql}` : ''}
       and (deliveries.subject_id, deliveries.id) > (?, ?) order by deliveries.subject_id, deliveries.id limit ?`,
    [...(ofThese?.bindings ?? []), after.subjectId, after.id, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    subjectId: row.subject_id,
    shown: toShown(row.shown_version, row.shown_state),
    shownAt: row.shown_at,
    nextAttemptAt: row.next_attempt_at,
    wanted: {
      version: row.version,
      state: row.wanted_state,
      progressOf: row.progress_of,
      ...(copy.areNotices && { isNotice: true }),
    },
  }));
}

const DUE: Columns = { id: 'text', due_at: 'integer' };

/** Schedules copies for rewriting at these times, unless they are scheduled earlier; true if any was changed. */
export async function markOutdated(db: Db, due: { id: string; dueAt: number }[]): Promise<boolean> {
  await lockInOrder(
    db,
    'deliveries',
    due.map(({ id }) => id),
  );
  const rows = due.map(({ id, dueAt }) => ({ id, due_at: dueAt }));
  const marked = await updateRows(db, 'deliveries', DUE, rows, {
    set: 'next_attempt_at = given.due_at',
    where: `deliveries.id = given.id and state = 'sent' and settled_at is null and attempt_until is null
      and (next_attempt_at is null or (failures = 0 and next_attempt_at > given.due_at))`,
    returning: 'deliveries.id',
  });
  return marked.length > 0;
}
