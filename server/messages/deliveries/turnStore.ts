import { backlogOf, type Backlog } from '../../foundation/database/backlog.ts';
import { query, type Db } from '../../foundation/database/statements.ts';
import type { Conversation } from './conversationStore.ts';

/** The flow and starter that a message comes from. */
export interface Origin {
  flowId: string;
  startedBy: string;
}

/** A delivery whose attempt may begin. */
export interface Head extends Conversation {
  id: string;
}

/** Which names to list: those after `after` (null: from the first), at most `limit`. */
export interface Page {
  after: string | null;
  limit: number;
}

/**
 * The distinct values of a column among open deliveries, in order. The index leads from each value to the next, so the
 * number of rows per value does not matter.
 */
async function namesOf(
  db: Db,
  column: 'channel' | 'flow_id' | 'started_by',
  given: { equal?: Record<string, string>; isDueAt?: number; page?: Page },
): Promise<string[]> {
  const { equal = {}, isDueAt, page } = given;
  const values = Object.values(equal);
  const same = Object.keys(equal).map((name) => `and ${name} = ?`);
  const least = `select min(${column}) from deliveries where next_attempt_at is not null ${same.join(' ')}`;
  const isFromFirst = (page?.after ?? null) === null;
  const isDue = `and exists (select 1 from deliveries where ${column} = name ${same.join(' ')} and next_attempt_at <= ?)`;
  const rows = await query<{ name: string }>(
    db,
    `with recursive names (name) as (${least} ${isFromFirst ? '' : `and ${column} > ?`}
       union all select (${least} and ${column} > name) from names where name is not null)
     select name from names where name is not null ${isDueAt === undefined ? '' : isDue} ${page ? 'limit ?' : ''}`,
    [
      ...values,
      ...(isFromFirst ? [] : [page!.after!]),
      ...values,
      ...(isDueAt === undefined ? [] : [...values, isDueAt]),
      ...(page ? [page.limit] : []),
    ],
  );
  return rows.map(({ name }) => name);
}

/** The channels with open deliveries. */
export const channelsWithWork = (db: Db): Promise<string[]> => namesOf(db, 'channel', {});

/** How many deliveries of a channel are scanned for due ones. */
const MOST_LOOKED_AT = 100_000;

/** The due deliveries of each channel with open ones. */
export async function dueBacklogs(db: Db, now: number): Promise<Map<string, Backlog>> {
  const found = new Map<string, Backlog>();
  for (const channel of await channelsWithWork(db)) {
    const open = db('deliveries').where({ channel }).whereNotNull('next_attempt_at').select('next_attempt_at as at');
    const due = db(open.limit(MOST_LOOKED_AT).as('open')).where('at', '<=', now).select('at');
    found.set(channel, await backlogOf(db, due, MOST_LOOKED_AT));
  }
  return found;
}

/** The flows with due deliveries on a channel. */
export const flowsDue = (db: Db, channel: string, now: number, page: Page): Promise<string[]> =>
  namesOf(db, 'flow_id', { equal: { channel }, isDueAt: now, page });

/** The starters of a flow with due deliveries on a channel. */
export const startersDue = (
  db: Db,
  { channel, flowId }: { channel: string; flowId: string },
  now: number,
  page: Page,
): Promise<string[]> => namesOf(db, 'started_by', { equal: { channel, flow_id: flowId }, isDueAt: now, page });

/**
 * The deliveries to attempt now for an origin, longest due first. For each free conversation with something due, that
 * is its oldest delivery, even of another origin. A delivery that was never posted and was created after `holdSince`
 * holds back newer ones during its retries. The empty strings keep SQLite on the index of conversations: with the index
 * of turns it would read everything due of the origin for each row.
 */
export async function dueHeads(
  db: Db,
  { channel, flowId, startedBy }: { channel: string } & Origin,
  { now, holdSince, limit }: { now: number; holdSince: number; limit: number },
): Promise<Head[]> {
  return query<Head>(
    db,
    `select head.id, head.person, head.channel from deliveries as due
       join deliveries as head on head.id = (select oldest.id from deliveries as oldest
         where oldest.channel = due.channel and oldest.person = due.person and oldest.next_attempt_at is not null
           and (oldest.next_attempt_at <= ? or (oldest.state = 'queued' and oldest.created_at > ?))
         order by oldest.created_at, oldest.id limit 1)
     where due.channel = ? and due.flow_id = ? and due.started_by = ? and due.next_attempt_at <= ?
       and head.next_attempt_at <= ?
       and not exists (select 1 from conversations
         where conversations.channel = due.channel and conversations.person = due.person and busy_until > ?)
       and due.id = (select mine.id from deliveries as mine
         where mine.channel = due.channel and mine.person = due.person and mine.next_attempt_at <= ?
           and mine.flow_id || '' = due.flow_id and mine.started_by || '' = due.started_by
         order by mine.created_at, mine.id limit 1)
     order by due.next_attempt_at, due.id limit ?`,
    [now, holdSince, channel, flowId, startedBy, now, now, now, now, limit],
  );
}
