import type { InboxTab } from '../../contract/notifications.ts';
import { given, selectRows } from '../foundation/database/rows.ts';
import { query, type Db } from '../foundation/database/statements.ts';
import { changeInboxes, type InboxChange } from '../messages/notifications/inboxes.ts';

interface LeavingRow {
  subject_id: string;
  person: string;
  filed_as: InboxTab | null;
  is_read: number;
  /** Changes of its subject that no inbox has counted. */
  unfiled: number;
}

/** Deletes at most `limit` notifications of closed requests; returns how many. */
export async function deleteNotificationsOf(db: Db, subjectIds: string[], limit: number): Promise<number> {
  if (subjectIds.length === 0 || limit <= 0) return 0;
  const rows = await selectRows<LeavingRow>(
    db,
    { id: 'text' },
    subjectIds.map((id) => ({ id })),
    {
      select: `subject_id, person, filed_as, is_read,
        version - case when person <= filing_after then filing_version else filed_version end as unfiled`,
      rest: `join requests on requests.id = given.id join notifications on notifications.subject_id = given.id limit ${limit}`,
    },
  );
  const { sql, bindings } = given(
    db,
    { id: 'text', person: 'text' },
    rows.map(({ subject_id: id, person }) => ({ id, person })),
  );
  await query(db, `delete from notifications where (subject_id, person) in (select id, person from ${sql})`, bindings);
  await changeInboxes(db, leaving(rows));
  return rows.length;
}

function leaving(rows: LeavingRow[]): InboxChange[] {
  const changes = new Map<string, InboxChange>();
  for (const { person, filed_as: filedAs, is_read: isRead, unfiled } of rows) {
    const change = changes.get(person) ?? { person, changes: 0, pending: 0, unread: 0, completed: 0, expired: 0 };
    changes.set(person, change);
    change.changes += unfiled + (filedAs === 'snoozed' ? 2 : 1); // the end of a snooze may have counted as one
    if (filedAs !== null && filedAs !== 'snoozed') change[filedAs]--;
    if (filedAs === 'pending' && isRead === 0) change.unread--;
  }
  return [...changes.values()];
}
