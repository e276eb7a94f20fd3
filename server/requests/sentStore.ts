import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { REQUEST, toRequest, type Request, type RequestRow } from './requestStore.ts';
import { selectRows } from '../foundation/database/rows.ts';
import { isPostgres, query } from '../foundation/database/statements.ts';
import { toPerson, type RecipientRow } from '../messages/notifications/notificationStore.ts';
import { IS_UNREACHED } from './unreachedStore.ts';

/** The last entry of a page of sent requests: when it is due, or was raised. */
export interface SentPlace {
  at: number;
  id: string;
}

interface SentSearch {
  starterId: string;
  isOpen: boolean;
  after?: SentPlace;
  limit: number;
}

/** A starter's requests: open ones by deadline, or closed ones newest first. */
export async function findSent(db: Knex, { starterId, isOpen, after, limit }: SentSearch): Promise<Request[]> {
  const [column, compare, direction] = isOpen ? ['expires_at', '>', 'asc'] : ['raised_at', '<', 'desc'];
  const rows = await query<RequestRow>(
    db,
    `select ${REQUEST} from requests where started_by = ? and status ${isOpen ? '=' : '<>'} 'waiting'
     ${after ? `and (${column}, id) ${compare} (?, ?)` : ''} order by ${column} ${direction}, id ${direction} limit ?`,
    [starterId, ...(after ? [after.at, after.id] : []), limit],
  );
  return rows.map(toRequest);
}

const UNANSWERED = 'subject_id = ? and answered_at is null';
export const RECIPIENT = 'person, display_name, email, upn, language';

/** The people whom a request waits for, ordered by id. */
export async function unansweredOf(
  db: Knex,
  requestId: string,
  { after = '', limit }: { after?: string; limit: number },
): Promise<Person[]> {
  const rows = await query<RecipientRow>(
    db,
    `select ${RECIPIENT} from notifications where ${UNANSWERED} and person > ? order by person limit ?`,
    [requestId, after, limit],
  );
  return rows.map(toPerson);
}

/** The last entry of a page of people. */
export type NamedPlace = Pick<Person, 'id' | 'displayName'>;

/** The people who have not answered a request, by name. @param page.isUnreached only those whom no message has reached */
export async function unansweredByName(
  db: Knex,
  requestId: string,
  { after, limit, isUnreached = false }: { after?: NamedPlace; limit: number; isUnreached?: boolean },
): Promise<Person[]> {
  const rows = await query<RecipientRow>(
    db,
    `select ${RECIPIENT} from notifications where ${UNANSWERED} ${isUnreached ? `and ${IS_UNREACHED}` : ''}
     ${after ? 'and (lower(display_name), person) > (lower(?), ?)' : ''} order by lower(display_name), person limit ?`,
    [requestId, ...(after ? [after.displayName, after.id] : []), limit],
  );
  return rows.map(toPerson);
}

/**
 * Joins the first people whom a request waits for; reads at most `limit` of their rows, however many are asked.
 * @param subject the request's id in the statement
 */
export function joinUnanswered(db: Knex, subject: string, limit: number): string {
  const first = `from notifications where subject_id = ${subject} and answered_at is null order by person limit ${limit}`;
  return isPostgres(db)
    ? `left join lateral (select ${RECIPIENT} ${first}) as unanswered on true`
    : `left join notifications on subject_id = ${subject} and person in (select person ${first})`;
}

/** The first people whom each request waits for, in one statement. Requests that wait for nobody are missing. */
export async function firstUnanswered(
  db: Knex,
  requestIds: readonly string[],
  limit: number,
): Promise<Map<string, Person[]>> {
  const given = requestIds.map((id) => ({ id }));
  const rows = await selectRows<RecipientRow & { id: string }>(db, { id: 'text' }, given, {
    select: `given.id, ${RECIPIENT}`,
    rest: `${joinUnanswered(db, 'given.id', limit)} where person is not null order by given.id, person`,
  });
  const people = new Map<string, Person[]>();
  for (const row of rows) {
    const known = people.get(row.id);
    if (known) known.push(toPerson(row));
    else people.set(row.id, [toPerson(row)]);
  }
  return people;
}

/** The person, if the request waits for them. */
export async function unansweredBy(db: Knex, requestId: string, personId: string): Promise<Person | null> {
  const [row] = await query<RecipientRow>(
    db,
    `select ${RECIPIENT} from notifications where ${UNANSWERED} and person = ?`,
    [requestId, personId],
  );
  return row ? toPerson(row) : null;
}
