import type { Knex } from 'knex';
import { PostFailed, type Channel } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../../foundation/schedule/loops.ts';
import { recipientOf, recipientsOf } from '../notifications/notificationStore.ts';
import { afterAttempt, nextFallback, type Attempted } from './deliveryRules.ts';
import {
  advanceOrder,
  claimDeliveries,
  dueOrders,
  insertDeliveries,
  recordAttempts,
  type Attempt,
  type ClaimedDelivery,
  type DueOrder,
} from './deliveryStore.ts';
import { hashToken, insertTokens, mintToken } from './tokens.ts';

/** What a subject (a request) tells about itself to whoever brings it to people. */
export interface Subject {
  describe(subjectId: string, person: Person): Promise<Message | null>;
  /** The channels to try, in order, for somebody whom one could not reach. */
  fallbackOf(subjectId: string): Promise<string[]>;
  /** Until when a token of the subject may be used; null: it accepts none from this channel. */
  tokenExpiry(subjectId: string, channel: Channel): Promise<number | null>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  /** The channels that are configured right now, by name. */
  channels(): ReadonlyMap<string, Channel>;
  subject: Subject;
  now(): number;
  random(): number;
  report(error: unknown, deliveryId: string): void;
}

interface Prepared {
  delivery: ClaimedDelivery;
  token: string | null;
}

const TICK_MS = 1000;
const ORDERS_AT_ONCE = 20;
const PEOPLE_AT_ONCE = 500;
const DELIVERIES_AT_ONCE = 32;
/** After this an attempt without a result counts as unknown, and is made again. */
const ATTEMPT_MS = 60_000;

/** Brings messages to people: a durable outbox, at least once per person and channel, with retry and back-off. */
export function createDeliveryLoop({
  units,
  reader,
  channels,
  subject,
  now,
  random,
  report,
}: Parts): Loop & { poke(): void } {
  return every('deliveries', TICK_MS, async (at) => {
    const orders = await dueOrders(reader, at, ORDERS_AT_ONCE);
    for (const order of orders) await spread(order, at);
    const claimed = await units.run((unit) => claimDeliveries(unit.trx, at, at + ATTEMPT_MS, DELIVERIES_AT_ONCE));
    const prepared = await prepare(claimed);
    const attempts = await Promise.all(prepared.map(attempt));
    if (attempts.length > 0) await record(attempts);
    return orders.length === ORDERS_AT_ONCE || claimed.length === DELIVERIES_AT_ONCE;
  });

  /** One delivery per assignee, so many in a unit that nobody waits long for it. */
  async function spread(order: DueOrder, at: number): Promise<void> {
    for (let current: DueOrder | null = order; current;) {
      const people = await recipientsOf(reader, current.subjectId, { after: current.spreadTo, limit: PEOPLE_AT_ONCE });
      const next: string | null = people.length === PEOPLE_AT_ONCE ? people.at(-1)!.id : null;
      const from: DueOrder = current;
      const isMine = await units.run(async ({ trx }) => {
        if (!(await advanceOrder(trx, from, next))) return false;
        await insertDeliveries(
          trx,
          people.map(({ id }) => ({ subjectId: from.subjectId, channel: from.channel, person: id })),
          at,
        );
        return true;
      });
      current = isMine && next !== null ? { ...from, spreadTo: next } : null;
    }
  }

  /** A token for each attempt whose channel asks for one; stored before anybody can use it. */
  async function prepare(deliveries: ClaimedDelivery[]): Promise<Prepared[]> {
    const prepared: Prepared[] = [];
    const tokens: Parameters<typeof insertTokens>[1] = [];
    for (const delivery of deliveries) {
      const channel = channels().get(delivery.channel);
      const expiresAt =
        channel && channel.tokenPolicy !== 'none' ? await subject.tokenExpiry(delivery.subjectId, channel) : null;
      const token = expiresAt === null ? null : mintToken();
      prepared.push({ delivery, token });
      if (token === null) continue;
      const { id: deliveryId, subjectId: requestId, person, channel: name } = delivery;
      tokens.push({
        hash: hashToken(token)!,
        deliveryId,
        requestId,
        person,
        channel: name,
        createdAt: now(),
        expiresAt: expiresAt!,
      });
    }
    if (tokens.length > 0) await units.run(({ trx }) => insertTokens(trx, tokens));
    return prepared;
  }

  async function attempt({ delivery, token }: Prepared): Promise<{ delivery: ClaimedDelivery; attempted: Attempted }> {
    return {
      delivery,
      attempted: await post(delivery, token).catch((error: unknown) => toFailure(error, delivery.id)),
    };
  }

  async function post(
    { id, subjectId, person: personId, channel: name }: ClaimedDelivery,
    token: string | null,
  ): Promise<Attempted> {
    const channel = channels().get(name);
    if (!channel) return { kind: 'failed', error: `the channel ${name} is not configured`, retryAfterMs: null };
    const person = await recipientOf(reader, subjectId, personId);
    const message = person && (await subject.describe(subjectId, person));
    if (!person || !message || message.kind === 'outcome') return { kind: 'closed' };
    const address = await channel.post({ deliveryId: id, message, recipient: { person }, token });
    return { kind: 'posted', version: message.kind === 'question' ? message.version : 1, address };
  }

  function toFailure(error: unknown, deliveryId: string): Attempted {
    if (error instanceof PostFailed) return { kind: 'failed', error: error.message, retryAfterMs: error.retryAfterMs };
    report(error, deliveryId);
    return {
      kind: 'failed',
      error: 'the message could not be sent for a reason that was reported to the operators',
      retryAfterMs: 0,
    };
  }

  async function record(attempts: { delivery: ClaimedDelivery; attempted: Attempted }[]): Promise<void> {
    const changes: Attempt[] = attempts.map(({ delivery, attempted }) => ({
      id: delivery.id,
      attempts: delivery.attempts,
      change: afterAttempt(attempted, delivery.attempts, now(), random()),
      posted: attempted.kind === 'posted' ? { version: attempted.version, address: attempted.address } : null,
    }));
    const lost = attempts.filter((_, n) => changes[n]!.change.state === 'failed').map(({ delivery }) => delivery);
    const instead = (await Promise.all(lost.map(fallback))).flat();
    await units.run(async ({ trx }) => {
      await recordAttempts(trx, changes, now());
      await insertDeliveries(trx, instead, now());
    });
  }

  /** Where to try somebody next whom a channel has finally failed to reach. */
  async function fallback({
    subjectId,
    person,
    channel,
  }: ClaimedDelivery): Promise<{ subjectId: string; person: string; channel: string }[]> {
    const next = nextFallback(await subject.fallbackOf(subjectId), channel);
    return next === null ? [] : [{ subjectId, person, channel: next }];
  }
}
