import type { ShownState } from '../../../contract/requests.ts';
import { among, lockInOrder, query, updateRows, type Columns, type Db } from '../../foundation/database/rows.ts';
import { MOST_PROGRESS_OF, toShown, type Copy, type Wanted } from './deliveryRules.ts';

/** A posted copy whose subject has changed since, with what it should show. */
export interface CopyBehind extends Copy {
  id: string;
  subjectId: string;
  wanted: Omit<Wanted, 'isNews'>;
  /** When it is to be rewritten as things stand; null: no time is set. */
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
 * Copies that may have to be rewritten, in the order of their keys, those `after` a key only. Neither those of which an
 * attempt is under way (it looks again itself) nor those that wait to be tried again.
 * @param subjectIds null: of any subject
 */
export async function copiesBehind(
  db: Db,
  {
    subjectIds,
    after,
    limit,
  }: { subjectIds: string[] | null; after: Pick<CopyBehind, 'subjectId' | 'id'>; limit: number },
): Promise<CopyBehind[]> {
  const ofThese = subjectIds && among(db, 'deliveries.subject_id', subjectIds).toSQL();
  const rows = await query<Row>(
    db,
    `select deliveries.id, deliveries.subject_id, shown_version, shown_state, coalesce(rewritten_at, sent_at) as shown_at,
       next_attempt_at, requests.version,
       case when status <> 'waiting' then 'closed' when responses.person is not null then 'answered' else 'question' end as wanted_state,
       case when strategy = 'all' and assignee_count > 1 then assignee_count end as progress_of
     from deliveries join requests on requests.id = deliveries.subject_id
       left join responses on responses.request_id = deliveries.subject_id and responses.person = deliveries.person
     where state = 'sent' and settled_at is null and shown_version < requests.version
       and attempt_until is null and (next_attempt_at is null or failures = 0)
       and (status <> 'waiting' or (strategy = 'all' and (assignee_count <= ${MOST_PROGRESS_OF}
         or (responses.person is not null and coalesce(shown_state, 'question') = 'question'))))
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
    wanted: { version: row.version, state: row.wanted_state, progressOf: row.progress_of },
  }));
}

const DUE: Columns = { id: 'text', due_at: 'integer' };

/** Has copies rewritten at these instants, unless they are already to be rewritten before; true when any was not. */
export async function markBehind(db: Db, due: { id: string; dueAt: number }[]): Promise<boolean> {
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
