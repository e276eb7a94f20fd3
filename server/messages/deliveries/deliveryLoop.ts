import type { Knex } from 'knex';
import type { Channel } from '../../../contract/channel.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../../foundation/schedule/loops.ts';
import { attemptDeliveries, type Attempt } from './attemptDelivery.ts';
import { afterAttempt, nextFallback } from './deliveryRules.ts';
import {
  claimDeliveries,
  dueDeliveries,
  dueOrders,
  insertDeliveries,
  recordAttempts,
  type AttemptResult,
  type NewDelivery,
} from './deliveryStore.ts';
import { spreadOrder } from './spreadOrder.ts';
import type { Subject } from './subject.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  /** The channels that are configured, by name. */
  channels: ReadonlyMap<string, Channel>;
  subject: Subject;
  now(): number;
  random(): number;
  report(error: unknown, deliveryId: string): void;
}

const TICK_MS = 1000;
const ORDERS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 32;
/** After this an attempt without a result counts as unknown, and is made again. */
const ATTEMPT_MS = 60_000;

/** Brings messages to people: a durable outbox, at least once per person and channel, with retry and back-off. */
export function createDeliveryLoop(parts: Parts): Loop & { poke(): void } {
  const { units, reader } = parts;
  return every('deliveries', TICK_MS, async (at) => {
    const orders = await dueOrders(reader, at, ORDERS_AT_ONCE);
    for (const order of orders) await spreadOrder(order, at, parts);
    const due = await dueDeliveries(reader, at, DELIVERIES_AT_ONCE);
    if (due.length === 0) return false;
    const claimed = await units.run(({ trx }) => claimDeliveries(trx, due, at, at + ATTEMPT_MS));
    await record(await attemptDeliveries(claimed, parts), parts);
    return orders.length === ORDERS_AT_ONCE || due.length === DELIVERIES_AT_ONCE;
  });
}

async function record(attempts: Attempt[], { units, subject, now, random }: Parts): Promise<void> {
  const results = attempts.map(({ delivery: { id, attempts: number }, attempted }): AttemptResult => {
    const posted = attempted.kind === 'posted' ? attempted : null;
    return { id, attempts: number, change: afterAttempt(attempted, number, now(), random()), posted };
  });
  const lost = attempts.filter((_, n) => results[n]!.change.state === 'failed').map(({ delivery }) => delivery);
  const instead = (await Promise.all(lost.map((delivery) => fallback(delivery, subject)))).flat();
  await units.run(async ({ trx }) => {
    await recordAttempts(trx, results, now());
    await insertDeliveries(trx, instead, now());
  });
}

/** Where to try somebody next whom a channel has finally failed to reach. */
async function fallback({ subjectId, person, channel }: NewDelivery, subject: Subject): Promise<NewDelivery[]> {
  const next = nextFallback(await subject.fallbackOf(subjectId), channel);
  return next === null ? [] : [{ subjectId, person, channel: next }];
}
