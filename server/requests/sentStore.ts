import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { REQUEST, toRequest, type Request, type RequestRow } from './requestStore.ts';
import { query } from '../foundation/database/rows.ts';
import { toPerson, type RecipientRow } from '../messages/notifications/notificationStore.ts';

/** Where a page of sent requests goes on: when the last one was due, or raised. */
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

/** What somebody has asked: those that wait, due first, or those that are over, newest first. */
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
const RECIPIENT = 'person, display_name, email, upn, language';

/** Those whom a request waits for, in the order of their ids. */
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

/** The person, where a request waits for them. */
export async function unansweredBy(db: Knex, requestId: string, personId: string): Promise<Person | null> {
  const [row] = await query<RecipientRow>(
    db,
    `select ${RECIPIENT} from notifications where ${UNANSWERED} and person = ?`,
    [requestId, personId],
  );
  return row ? toPerson(row) : null;
}
