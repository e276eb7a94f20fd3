import type { Knex } from 'knex';
import { given } from '../foundation/database/rows.ts';
import { isPostgres, query } from '../foundation/database/statements.ts';

export interface InboxKey {
  subjectId: string;
  person: string;
}

/**
 * Notifications that a condition finds, at most so many, with their requests locked: nobody answers one, and no server
 * files it, until the unit is over. Those of requests that are locked have their turn later.
 *
 * @param found of `notifications`, what the partial index behind it says too; then the order
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

/** Those of `given`, for the FROM clause of an update, which then compares `given.subject_id` and `given.person`. */
export const givenKeys = (db: Knex, keys: InboxKey[]) =>
  given(
    db,
    { subject_id: 'text', person: 'text' },
    keys.map(({ subjectId, person }) => ({ subject_id: subjectId, person })),
  );

export const OF_GIVEN = 'notifications.subject_id = given.subject_id and notifications.person = given.person';
