import type { Knex } from 'knex';
import { given } from '../foundation/database/rows.ts';
import { isPostgres, query } from '../foundation/database/statements.ts';

export interface InboxKey {
  subjectId: string;
  person: string;
}

/**
 * Selects notifications and locks their requests: until the unit is over, none is answered or filed by another server.
 * Skips requests that are locked already.
 * @param found condition and order over `notifications`; must imply the condition of the partial index
 */
export async function takeNotifications(
  db: Knex,
  found: string,
  bindings: Knex.RawBinding[],
  limit: number,
): Promise<InboxKey[]> {
  const lock = isPostgres(db) ? 'for no key update of requests skip locked' : '';
  return query(
    db,
    `select notifications.subject_id as "subjectId", notifications.person as person from notifications
     join requests on requests.id = notifications.subject_id where ${found} limit ${limit} ${lock}`,
    bindings,
  );
}

/** The keys as `given`, for the FROM clause of an update that compares `given.subject_id` and `given.person`. */
export const givenKeys = (db: Knex, keys: InboxKey[]) =>
  given(
    db,
    { subject_id: 'text', person: 'text' },
    keys.map(({ subjectId, person }) => ({ subject_id: subjectId, person })),
  );

export const OF_GIVEN = 'notifications.subject_id = given.subject_id and notifications.person = given.person';
