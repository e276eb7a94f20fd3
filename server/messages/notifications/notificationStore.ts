import type { Knex } from 'knex';
import { withoutTurns } from '../../../contract/cleanText.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Person } from '../../../contract/people.ts';
import { gathered } from '../../foundation/database/gathered.ts';
import { insertRows, selectRows, type Columns } from '../../foundation/database/rows.ts';
import { query } from '../../foundation/database/statements.ts';
import { changeInboxes } from './inboxes.ts';

export interface NewNotification {
  subjectId: string;
  person: Person;
  createdAt: number;
  /** What inboxes are sorted and grouped by. */
  dueAt: number;
  groupKey: string;
  /** Why this person is asked: index of a reason on the subject; null if unknown. */
  askedAs?: number | null;
}

const COLUMNS: Columns = {
  subject_id: 'text',
  person: 'text',
  display_name: 'text',
  email: 'text',
  upn: 'text',
  language: 'text',
  created_at: 'integer',
  due_at: 'integer',
  group_key: 'text',
  asked_as: 'integer',
};
/** Rows per statement; between statements the event loop serves others. */
const CHUNK = 1000;

/** One narrow row per person: shared data is stored with the subject. */
export async function insertNotifications(db: Knex, notifications: NewNotification[]): Promise<void> {
  for (let start = 0; start < notifications.length; start += CHUNK) {
    if (start > 0) await breathe();
    const rows = notifications.slice(start, start + CHUNK).map(({ subjectId, person, askedAs = null, ...placed }) => ({
      subject_id: subjectId,
      person: person.id,
      display_name: person.displayName,
      email: person.email,
      upn: person.userPrincipalName,
      language: person.language?.slice(0, 35) ?? null,
      created_at: placed.createdAt,
      due_at: placed.dueAt,
      group_key: placed.groupKey,
      asked_as: askedAs,
    }));
    await insertRows(db, 'notifications', COLUMNS, rows);
  }
}

export interface RecipientRow {
  person: string;
  display_name: string;
  email: string | null;
  upn: string | null;
  language: string | null;
}

const RECIPIENT = 'notifications.person, display_name, email, upn, language';

export const toPerson = (row: RecipientRow): Person => ({
  id: row.person,
  displayName: withoutTurns(row.display_name),
  email: row.email,
  userPrincipalName: row.upn,
  ...(row.language && { language: row.language }),
});

/** The recipients of a subject ordered by id, starting after `after`. */
export async function recipientsOf(
  db: Knex,
  subjectId: string,
  { after = '', limit }: { after?: string; limit: number },
): Promise<Person[]> {
  const rows = await query<RecipientRow>(
    db,
    `select ${RECIPIENT} from notifications where subject_id = ? and person > ? order by person limit ?`,
    [subjectId, after, limit],
  );
  return rows.map((row) => toPerson(row));
}

const recipients = gathered(async (db, asked: { subjectId: string; person: string }[]) => {
  const rows = await selectRows<RecipientRow & { n: number }>(
    db,
    { n: 'integer', subject_id: 'text', person: 'text' },
    asked.map(({ subjectId, person }, n) => ({ n, subject_id: subjectId, person })),
    {
      select: `given.n as n, ${RECIPIENT}`,
      rest: 'join notifications on notifications.subject_id = given.subject_id and notifications.person = given.person',
    },
  );
  const found: (Person | null)[] = asked.map(() => null);
  for (const row of rows) found[row.n] = toPerson(row);
  return found;
});

/** The person as stored with the subject; null if it is not theirs. */
export const recipientOf = (db: Knex, subjectId: string, personId: string): Promise<Person | null> =>
  recipients(db, { subjectId, person: personId });

/** Why the person has this notification: index of a reason on its subject; null if unknown. */
export async function askedAsOf(db: Knex, subjectId: string, personId: string): Promise<number | null> {
  const own = { subject_id: subjectId, person: personId };
  const row: { asked_as: number | null } | undefined = await db('notifications').where(own).first('asked_as');
  return row?.asked_as ?? null;
}

/** True if the person has this notification. @param changed called if it was unread */
export async function markRead(db: Knex, subjectId: string, personId: string, changed = () => {}): Promise<boolean> {
  const own = { subject_id: subjectId, person: personId };
  const [row] = await db('notifications').where(own).where({ is_read: 0 }).update({ is_read: 1 }).returning('filed_as');
  if (!row) return (await db('notifications').where(own).first('person')) !== undefined;
  const unread = row.filed_as === 'pending' ? -1 : 0;
  await changeInboxes(db, [{ person: personId, changes: 1, pending: 0, unread, completed: 0, expired: 0 }]);
  changed();
  return true;
}
