import type { Knex } from 'knex';
import { newId } from '../../foundation/newId.ts';
import type { Address } from '../../../contract/channel.ts';
import type { Person } from '../../../contract/people.ts';
import type { DeliveryState } from '../../../contract/requests.ts';
import { insertRows, lockRows, query, updateRows, type Columns } from '../../foundation/database/rows.ts';
import type { DeliveryChange } from './deliveryRules.ts';

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
  await insertRows(db, 'deliveries', NEW_DELIVERY, rows, 'on conflict (subject_id, person, channel) do nothing');
}

/** A delivery whose attempt has begun; `attempts` counts this one. */
export interface ClaimedDelivery {
  id: string;
  subjectId: string;
  person: string;
  channel: string;
  attempts: number;
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
  return (await failed.update({ state: 'queued', next_attempt_at: now, error: null })) > 0;
}

/** The delivery that brings a subject to a person on a channel. */
export async function deliveryIdOf(db: Knex, { subjectId, person, channel }: NewDelivery): Promise<string | null> {
  const row = await db('deliveries').where({ subject_id: subjectId, person, channel }).first('id');
  return row?.id ?? null;
}

export async function dueDeliveries(db: Knex, now: number, limit: number): Promise<string[]> {
  return db('deliveries').where('next_attempt_at', '<=', now).orderBy('next_attempt_at').limit(limit).pluck('id');
}

/** Takes those of these that are still due. Until `attemptUntil` nobody else does; then the attempt counts as one without a result. */
export async function claimDeliveries(
  db: Knex,
  ids: string[],
  now: number,
  attemptUntil: number,
): Promise<ClaimedDelivery[]> {
  await lockRows(db, 'deliveries', ids);
  const rows = await db('deliveries')
    .whereIn('id', ids)
    .where('next_attempt_at', '<=', now)
    .update({ attempts: db.raw('attempts + 1'), attempt_until: attemptUntil, next_attempt_at: attemptUntil })
    .returning(['id', 'subject_id', 'person', 'channel', 'attempts']);
  return rows.map((row) => ({
    id: row.id,
    subjectId: row.subject_id,
    person: row.person,
    channel: row.channel,
    attempts: row.attempts,
  }));
}

export interface AttemptResult {
  id: string;
  attempts: number;
  change: DeliveryChange;
  posted: { version: number; address: Address } | null;
}

const RESULT: Columns = {
  id: 'text',
  attempts: 'integer',
  state: 'text',
  next_attempt_at: 'integer',
  error: 'text',
  shown_version: 'integer',
  address: 'text',
  sent_at: 'integer',
};

/** Records what attempts came to; one that lost its claim to a later attempt changes nothing. */
export async function recordAttempts(db: Knex, attempts: AttemptResult[], now: number): Promise<void> {
  const rows = attempts.map(({ id, attempts: number, change, posted }) => ({
    id,
    attempts: number,
    state: change.state,
    next_attempt_at: change.nextAttemptAt,
    error: change.error,
    shown_version: posted?.version ?? null,
    address: posted ? JSON.stringify(posted.address) : null,
    sent_at: posted ? now : null,
  }));
  await updateRows(db, 'deliveries', RESULT, rows, {
    set: `state = given.state, next_attempt_at = given.next_attempt_at, attempt_until = null, error = given.error,
      shown_version = given.shown_version, address = given.address, sent_at = given.sent_at`,
    where: 'deliveries.id = given.id and deliveries.attempts = given.attempts',
    returning: 'deliveries.id',
  });
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
}

/** How the copies of a subject fare, and whom they go to. An attempt whose time is over without a result is `unknown`. */
export async function deliveriesOf(db: Knex, subjectId: string, now: number, limit: number): Promise<StoredDelivery[]> {
  const rows = await query<DeliveryRow>(
    db,
    `select id, channel, deliveries.person, display_name, email, upn, attempts, error, sent_at, next_attempt_at,
       case when attempt_until is not null and attempt_until <= ? then 'unknown' else state end as state
     from deliveries join notifications on notifications.subject_id = deliveries.subject_id and notifications.person = deliveries.person
     where deliveries.subject_id = ? order by id limit ?`,
    [now, subjectId, limit],
  );
  return rows.map(({ id, channel, state, attempts, error, ...row }) => ({
    id,
    channel,
    person: { id: row.person, displayName: row.display_name, email: row.email, userPrincipalName: row.upn },
    state,
    attempts,
    error,
    sentAt: row.sent_at,
    nextAttemptAt: row.next_attempt_at,
  }));
}
