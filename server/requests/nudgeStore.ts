import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { deleteOwned, given } from '../foundation/database/rows.ts';
import { query, type Db } from '../foundation/database/statements.ts';
import { deleteDeliveriesOf } from '../messages/deliveries/tokenRetention.ts';

/** A reminder of a request. */
export interface Nudge {
  id: string;
  requestId: string;
  sentBy: Pick<Person, 'id' | 'displayName'>;
  at: number;
}

export async function insertNudge(db: Knex, { id, requestId, sentBy, at }: Nudge): Promise<void> {
  await db('nudges').insert({ id, request_id: requestId, sent_by: sentBy.id, display_name: sentBy.displayName, at });
}

export async function findNudge(db: Knex, id: string): Promise<Nudge | null> {
  const row: { request_id: string; sent_by: string; display_name: string; at: number } | undefined = await db('nudges')
    .where({ id })
    .first();
  return row
    ? { id, requestId: row.request_id, sentBy: { id: row.sent_by, displayName: row.display_name }, at: row.at }
    : null;
}

/** When the last reminder of each request was sent. */
export async function lastNudges(db: Knex, requestIds: string[]): Promise<Map<string, number>> {
  const { sql, bindings } = given(
    db,
    { id: 'text' },
    requestIds.map((id) => ({ id })),
  );
  const rows = await query<{ id: string; at: number | null }>(
    db,
    `select given.id as id, (select max(at) from nudges where request_id = given.id) as at from ${sql}`,
    bindings,
  );
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, Number(at)] as const])));
}

/** Deletes the reminders of closed requests and their messages; returns the number of rows. */
export async function deleteNudgesOf(db: Db, requestIds: string[], limit: number): Promise<number> {
  if (requestIds.length === 0 || limit <= 0) return 0;
  const ids: string[] = await db('nudges').whereIn('request_id', requestIds).limit(limit).pluck('id');
  if (ids.length === 0) return 0;
  const count = await deleteDeliveriesOf(db, ids, limit);
  return count + (await deleteOwned(db, 'nudges', { key: ['id'], owner: 'id' }, ids, limit - count));
}
