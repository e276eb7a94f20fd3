import type { Knex } from 'knex';
import { newId } from '../../foundation/newId.ts';
import type { Person } from '../../../contract/people.ts';
import type { DeliveryState, ShownState } from '../../../contract/requests.ts';
import { among, given, insertRows, lockInOrder, type Columns } from '../../foundation/database/rows.ts';
import { query } from '../../foundation/database/statements.ts';
import { toShown, type ShownCopy } from './deliveryRules.ts';
import type { StoredKind, SubjectKey, SubjectSql } from './subject.ts';

/** An order to deliver this subject to all its recipients on this channel. */
export interface DeliveryOrder extends SubjectKey {
  channel: string;
  dueAt: number;
}

const NEW_ORDER: Columns = { subject_kind: 'text', subject_id: 'text', channel: 'text', due_at: 'integer' };

export async function insertOrders(db: Knex, orders: DeliveryOrder[]): Promise<void> {
  const rows = orders.map(({ kind, subjectId, channel, dueAt }) => ({
    subject_kind: kind,
    subject_id: subjectId,
    channel,
    due_at: dueAt,
  }));
  await insertRows(db, 'delivery_orders', NEW_ORDER, rows);
}

export interface DueOrder extends SubjectKey {
  channel: string;
  /** The last person who has a delivery already. */
  spreadTo: string;
}

/** Only orders of these kinds: a newer server may have stored others, and handles them itself. */
export async function dueOrders(
  db: Knex,
  kinds: readonly StoredKind[],
  now: number,
  limit: number,
): Promise<DueOrder[]> {
  const rows = await db('delivery_orders')
    .where('due_at', '<=', now)
    .whereIn(
      'subject_kind',
      kinds.map(({ name }) => name),
    )
    .orderBy('due_at')
    .limit(limit);
  return rows.map((row) => ({
    kind: row.subject_kind,
    subjectId: row.subject_id,
    channel: row.channel,
    spreadTo: row.spread_to,
  }));
}

/** Moves an order on, or deletes it if `spreadTo` is null; false if another server was faster. */
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
  subject_kind: 'text',
  subject_id: 'text',
  person: 'text',
  channel: 'text',
  state: 'text',
  next_attempt_at: 'integer',
  created_at: 'integer',
};

export interface NewDelivery extends SubjectKey {
  person: string;
  channel: string;
}

/** Inserts one delivery per person and channel; an existing one is left unchanged. */
export async function insertDeliveries(
  db: Knex,
  kinds: readonly StoredKind[],
  deliveries: NewDelivery[],
  now: number,
): Promise<void> {
  for (const { name, sql } of kinds)
    await insertOfKind(
      db,
      sql,
      deliveries.filter(({ kind }) => kind === name),
      now,
    );
}

async function insertOfKind(db: Knex, subject: SubjectSql, deliveries: NewDelivery[], now: number): Promise<void> {
  const rows = deliveries.map(({ kind, subjectId, person, channel }) => ({
    id: newId(now),
    subject_kind: kind,
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
     select ${names.map((name) => `given.${name}`).join(', ')}, ${subject.flowId}, ${subject.startedBy}
     from ${sql} join ${subject.table} on ${subject.table}.id = given.subject_id where true
     on conflict (subject_id, person, channel) do nothing`,
    bindings,
  );
}

/**
 * Requeues what a channel could not deliver to a person and is still open; true if there was any. If it was answered
 * meanwhile, it is skipped as usual.
 */
export async function requeueFailed(
  db: Knex,
  kinds: readonly StoredKind[],
  { channel, person }: { channel: string; person: string },
  now: number,
): Promise<boolean> {
  let count = 0;
  for (const { sql } of kinds)
    count += await db('deliveries')
      .where({ channel, person, state: 'failed' })
      .whereRaw(`subject_id in (select ${sql.table}.id from ${sql.table} where ${sql.isOpen})`, [now])
      .update({ state: 'queued', next_attempt_at: now, failures: 0, error: null, error_said: null, settled_at: null });
  return count > 0;
}

/** As stored in the error, and used in an index. */
const GIVEN_UP_AS_OFF = `substr(error_said, 1, 18) = '{"id":"channelOff"'`;

/**
 * Requeues deliveries that were given up because the channel was switched off: those still open, and outdated copies.
 * They count as newly created, so they get all their retries. At most `limit`; returns how many.
 */
export async function requeueSwitchedOff(
  db: Knex,
  kinds: readonly StoredKind[],
  channel: string,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  let count = 0;
  for (const { name, sql } of kinds) {
    const found: string[] = await db('deliveries')
      .where({ channel, subject_kind: name })
      .whereRaw(GIVEN_UP_AS_OFF)
      .whereRaw(
        `(shown_version is not null or subject_id in (select ${sql.table}.id from ${sql.table} where ${sql.isOpen}))`,
        [now],
      )
      .orderBy('id')
      .limit(limit - count)
      .pluck('id');
    await lockInOrder(db, 'deliveries', found);
    count += await db('deliveries')
      .where(among(db, 'id', found))
      .whereRaw(GIVEN_UP_AS_OFF)
      .update({
        state: db.raw(`case when shown_version is null then 'queued' else 'sent' end`),
        ...{ next_attempt_at: now, created_at: now, failures: 0, error: null, error_said: null, settled_at: null },
      });
  }
  return count;
}

/** The delivery of a subject to a person on a channel, with the subject's kind. */
export async function deliveryTo(
  db: Knex,
  { subjectId, person, channel }: Omit<NewDelivery, 'kind'>,
): Promise<{ id: string; kind: string } | null> {
  const row = await db('deliveries')
    .where({ subject_id: subjectId, person, channel })
    .first('id', 'subject_kind as kind');
  return row ?? null;
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
  shown: (ShownCopy & { at: number }) | null;
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

/** The state of a subject's copies and their recipients. An attempt past its time without a result is `unknown`. */
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
