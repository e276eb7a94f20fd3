import type { Knex } from 'knex';
import type { PostFailure } from '../../contract/postFailures.ts';
import type { DeliveryState } from '../../contract/requests.ts';

export interface LoggedDelivery {
  id: string;
  kind: string;
  subjectId: string;
  channel: string;
  person: string;
  state: DeliveryState;
  attempts: number;
  error: string | null;
  errorSaid: PostFailure | null;
  createdAt: number;
  sentAt: number | null;
  nextAttemptAt: number | null;
}

interface DeliveryRow {
  id: string;
  subject_kind: string;
  subject_id: string;
  channel: string;
  person: string;
  state: DeliveryState;
  attempts: number;
  error: string | null;
  error_said: string | null;
  created_at: number;
  sent_at: number | null;
  next_attempt_at: number | null;
}

/** How many deliveries one page searches: with a selective filter a page may be short and still have a next one. */
export const LOOKED_THROUGH = 2000;

export interface DeliveryFilter {
  channel?: string;
  state?: DeliveryState;
  before?: string;
  limit: number;
}

/** Newest first, and where the next page starts; null: this is the last page. */
export async function listDeliveries(
  db: Knex,
  { channel, state, before, limit }: DeliveryFilter,
): Promise<{ items: LoggedDelivery[]; next: string | null }> {
  const looked = db<DeliveryRow>('deliveries').orderBy('id', 'desc').limit(LOOKED_THROUGH);
  if (before !== undefined) void looked.where('id', '<', before);
  const ids = await looked
    .clone()
    .select('id')
    .offset(LOOKED_THROUGH - 1)
    .limit(1);
  const found = db
    .select()
    .from(looked.as('looked'))
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (channel !== undefined) void found.where({ channel });
  if (state !== undefined) void found.where({ state });
  const rows: DeliveryRow[] = await found;
  const items = rows.slice(0, limit).map(toDelivery);
  return { items, next: rows.length > limit ? items.at(-1)!.id : (ids[0]?.id ?? null) };
}

const toDelivery = (row: DeliveryRow): LoggedDelivery => ({
  id: row.id,
  kind: row.subject_kind,
  subjectId: row.subject_id,
  channel: row.channel,
  person: row.person,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  errorSaid: row.error_said === null ? null : (JSON.parse(row.error_said) as PostFailure),
  createdAt: row.created_at,
  sentAt: row.sent_at,
  nextAttemptAt: row.next_attempt_at,
});
