import type { Knex } from 'knex';
import { withoutTurns } from '../../../contract/cleanText.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Person } from '../../../contract/people.ts';
import { gathered, gatheredById } from '../../foundation/database/gathered.ts';
import { insertRows, query, selectRows, type Columns } from '../../foundation/database/rows.ts';
import { changeInboxes } from './inboxes.ts';

export interface NewNotification {
  subjectId: string;
  person: Person;
  createdAt: number;
}

const COLUMNS: Columns = {
  subject_id: 'text',
  person: 'text',
  display_name: 'text',
  email: 'text',
  upn: 'text',
  language: 'text',
  created_at: 'integer',
};
/** Rows of one statement; between two of them the event loop serves others. */
const CHUNK = 1000;

/** One narrow row per person: what they share stands on their subject. */
export async function insertNotifications(db: Knex, notifications: NewNotification[]): Promise<void> {
  for (let start = 0; start < notifications.length; start += CHUNK) {
    if (start > 0) await breathe();
    const rows = notifications.slice(start, start + CHUNK).map(({ subjectId, person, createdAt }) => ({
      subject_id: subjectId,
      person: person.id,
      display_name: person.displayName,
      email: person.email,
      upn: person.userPrincipalName,
      language: person.language?.slice(0, 35) ?? null,
      created_at: createdAt,
    }));
    await insertRows(db, 'notifications', COLUMNS, rows);
  }
}

interface RecipientRow {
  person: string;
  display_name: string;
  email: string | null;
  upn: string | null;
  language: string | null;
}

const RECIPIENT = 'notifications.person, display_name, email, upn, language';

const toPerson = (row: RecipientRow): Person => ({
  id: row.person,
  displayName: withoutTurns(row.display_name),
  email: row.email,
  userPrincipalName: row.upn,
  ...(row.language && { language: row.language }),
});

/** The people of a subject in the order of their ids, those after `after` first. */
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

const recipientRows = gatheredById<RecipientRow>({
  select: RECIPIENT,
  rest: 'join notifications on subject_id = given.id order by person',
});

/** For a subject of few people. */
export const allRecipientsOf = async (db: Knex, subjectId: string): Promise<Person[]> =>
  (await recipientRows(db, subjectId)).map(toPerson);

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

/** The person as the subject knows them; null when it is none of theirs. */
export const recipientOf = (db: Knex, subjectId: string, personId: string): Promise<Person | null> =>
  recipients(db, { subjectId, person: personId });

/** True when the person has such a notification. */
export async function markRead(db: Knex, subjectId: string, personId: string): Promise<boolean> {
  const own = { subject_id: subjectId, person: personId };
  const [row] = await db('notifications').where(own).where({ is_read: 0 }).update({ is_read: 1 }).returning('filed_as');
  if (!row) return (await db('notifications').where(own).first('person')) !== undefined;
  const unread = row.filed_as === 'pending' ? -1 : 0;
  await changeInboxes(db, [{ person: personId, changes: 1, pending: 0, unread, completed: 0, expired: 0 }]);
  return true;
}
