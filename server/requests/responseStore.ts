import type { Knex } from 'knex';
import { fromPublic, type HumanInputPayload, type Payload } from '../../contract/payload.ts';
import { selectRows } from '../foundation/database/rows.ts';

export interface StoredResponse {
  requestId: string;
  person: string;
  displayName: string;
  payload: Payload;
  channel: string;
  verifiedBy: string;
  at: number;
}

export interface ResponseRow {
  request_id: string;
  person: string;
  display_name: string;
  payload: string;
  channel: string;
  verified_by: string;
  at: number;
}

export const toResponse = (row: ResponseRow): StoredResponse => ({
  requestId: row.request_id,
  person: row.person,
  displayName: row.display_name,
  payload: fromPublic(JSON.parse(row.payload) as HumanInputPayload),
  channel: row.channel,
  verifiedBy: row.verified_by,
  at: row.at,
});

/** In the order of acceptance. Responses stored by older servers have no place and come first. */
export const AS_ACCEPTED = 'coalesce(place, 0), at, person';

/** The responses of each request, in the order of acceptance. */
export async function responsesOf(db: Knex, requestIds: string[]): Promise<Map<string, StoredResponse[]>> {
  const rows = await selectRows<ResponseRow>(
    db,
    { id: 'text' },
    requestIds.map((id) => ({ id })),
    {
      select: 'responses.*',
      rest: `join responses on responses.request_id = given.id order by ${AS_ACCEPTED}`,
    },
  );
  const responses = new Map<string, StoredResponse[]>();
  for (const row of rows) {
    const list = responses.get(row.request_id) ?? [];
    responses.set(row.request_id, list);
    list.push(toResponse(row));
  }
  return responses;
}

export async function responseOf(db: Knex, requestId: string, person: string): Promise<StoredResponse | null> {
  const row = await db<ResponseRow>('responses').where({ request_id: requestId, person }).first();
  return row ? toResponse(row) : null;
}

/** The response that completed a request. */
export async function lastResponseOf(db: Knex, requestId: string): Promise<StoredResponse | null> {
  const row = await db<ResponseRow>('responses')
    .where({ request_id: requestId })
    .orderByRaw('coalesce(place, 0) desc, at desc, person desc')
    .first();
  return row ? toResponse(row) : null;
}
