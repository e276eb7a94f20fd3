import type { Knex } from 'knex';
import { newId } from '../../foundation/newId.ts';
import type { Person } from '../../../contract/people.ts';
import type { DeliveryState, ShownState } from '../../../contract/requests.ts';
import { given, insertRows, query, type Columns } from '../../foundation/database/rows.ts';
import { toShown, type Shown } from './deliveryRules.ts';

/** "Bring this subject to everybody it is for, on this channel." */
export interface DeliveryOrder {
  subjectId: string;
  channel: string;
  dueAt: number;
}

export async function insertOrders(db: Knex, orders: DeliveryOrder[]): Promise<void> {
  const rows = orders.map(({ subjectId, channel, dueAt }) => ({ subject_id: subjectId, channel, due_at: dueAt }));
  await insertRows(db, 'delivery_orders', { subject_id: 'text', channel: 'text', due_at: 'integer' }, rows);
}

export interface DueOrder {
  subjectId: string;
  channel: string;
  /** The last person whose delivery was made. */
  spreadTo: string;
}

export async function dueOrders(db: Knex, now: number, limit: number): Promise<DueOrder[]> {
  const rows = await db('delivery_orders').where('due_at', '<=', now).orderBy('due_at').limit(limit);
  return rows.map((row) => ({ subjectId: row.subject_id, channel: row.channel, spreadTo: row.spread_to }));
}

/** Moves an order on, or away when `spreadTo` is null; false when another server was faster. */
export async function advanceOrder(db: Knex, order: DueOrder, spreadTo: string | null): Promise<boolean> {
  const rows = db('delivery_orders').where({
    subject_id: order.subjectId,
    channel: order.channel,
    spread_to: order.spreadTo,
  });
  return (await (spreadTo === null ? rows.delete() : rows.update({ spread_to: spreadTo }))) === 1;
}

const NEW_DELIVERY: Columns = {
  id: 'text',
  subject_id: 'text',
  person: 'text',
  channel: 'text',
  state: 'text',
  next_attempt_at: 'integer',
  created_at: 'integer',
};

export interface NewDelivery {
  subjectId: string;
  person: string;
  channel: string;
}

/** One delivery per person and channel; one that exists already is left as it is. */
export async function insertDeliveries(db: Knex, deliveries: NewDelivery[], now: number): Promise<void> {
  const rows = deliveries.map(({ subjectId, person, channel }) => ({
    id: newId(now),
    subject_id: subjectId,
    person,
    channel,
    state: 'queued',
    next_attempt_at: now,
    created_at: now,
  }));
  if (rows.length === 0) return;
  const { sql, bindings } = given(db, NEW_DELIVERY, rows);
  const names = Object.keys(NEW_DELIVERY);
  await query(
    db,
    `insert into deliveries (${names.join(', ')}, flow_id, started_by)
     select ${names.map((name) => `given.${name}`).join(', ')}, requests.flow_id, requests.started_by
     from ${sql} join requests on requests.id = given.subject_id where true
     on conflict (subject_id, person, channel) do nothing`,
    bindings,
  );
}

/** What a delivery brings, and to whom. */
export async function findDelivery(db: Knex, id: string): Promise<{ subjectId: string; person: string } | null> {
  const row = await db('deliveries').where({ id }).first('subject_id', 'person');
  return row ? { subjectId: row.subject_id, person: row.person } : null;
}

/**
 * Queues again what a channel could not bring to a person and what still asks; true when there was something.
 * Somebody may have answered meanwhile: then it is skipped as it would have been before.
 */
export async function requeueFailed(
  db: Knex,
  { channel, person }: { channel: string; person: string },
  now: number,
): Promise<boolean> {
  const open = db('requests').where({ status: 'waiting' }).where('expires_at', '>', now).select('id');
  const failed = db('deliveries').where({ channel, person, state: 'failed' }).whereIn('subject_id', open);
  return (
    (await failed.update({ state: 'queued', next_attempt_at: now, failures: 0, error: null, settled_at: null })) > 0
  );
}

/** The delivery that brings a subject to a person on a channel. */
export async function deliveryIdOf(db: Knex, { subjectId, person, channel }: NewDelivery): Promise<string | null> {
  const row = await db('deliveries').where({ subject_id: subjectId, person, channel }).first('id');
  return row?.id ?? null;
}

export interface StoredDelivery {
  id: string;
  channel: string;
  person: Person;
  state: DeliveryState;
  attempts: number;
  error: string | null;
  sentAt: number | null;
  nextAttemptAt: number | null;
  shown: (Shown & { at: number }) | null;
}

interface DeliveryRow {
  id: string;
  channel: string;
  person: string;
  display_name: string;
  email: string | null;
  upn: string | null;
  state: DeliveryState;
  attempts: number;
  error: string | null;
  sent_at: number | null;
  next_attempt_at: number | null;
  shown_version: number | null;
  shown_state: ShownState | null;
  shown_at: number | null;
}

/** How the copies of a subject fare, and whom they go to. An attempt whose time is over without a result is `unknown`. */
export async function deliveriesOf(db: Knex, subjectId: string, now: number, limit: number): Promise<StoredDelivery[]> {
  const rows = await query<DeliveryRow>(
    db,
    `select id, channel, deliveries.person, display_name, email, upn, attempts, error, sent_at, next_attempt_at,
       shown_version, shown_state, coalesce(rewritten_at, sent_at) as shown_at,
       case when state = 'queued' and attempt_until <= ? then 'unknown' else state end as state
     from deliveries join notifications on notifications.subject_id = deliveries.subject_id and notifications.person = deliveries.person
     where deliveries.subject_id = ? order by id limit ?`,
    [now, subjectId, limit],
  );
  return rows.map(({ id, channel, state, attempts, error, ...row }) => {
    const shown = toShown(row.shown_version, row.shown_state);
    return {
      id,
      channel,
      person: { id: row.person, displayName: row.display_name, email: row.email, userPrincipalName: row.upn },
      state,
      attempts,
      error,
      sentAt: row.sent_at,
      nextAttemptAt: row.next_attempt_at,
      shown: shown && { ...shown, at: row.shown_at! },
    };
  });
}
