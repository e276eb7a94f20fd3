import type { Knex } from 'knex';
import type { Channel, Log } from '../../../contract/channel.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../../foundation/schedule/loops.ts';
import { createCatchUp } from './catchUp.ts';
import type { AttemptOutcome } from './deliveryRules.ts';
import { dueOrders } from './deliveryStore.ts';
import { createFailureLog } from './failureLog.ts';
import { createDeliveryWork } from './deliveryWork.ts';
import { createPauses } from './pauses.ts';
import { createPerformAttempt } from './performAttempt.ts';
import { createRecordAttempt } from './recordAttempt.ts';
import { spreadOrders } from './spreadOrder.ts';
import type { Subjects } from './subject.ts';
import { createSwitchedOn } from './switchedOn.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  /** The channels that are configured, by name. */
  channels: ReadonlyMap<string, Channel>;
  subjects: Subjects;
  now(): number;
  /** For intervals. */
  steady(): number;
  random(): number;
  report(error: unknown, deliveryId: string): void;
  log: Pick<Log, 'warn'>;
  /** For so long a platform is waited for. */
  callMs?: number;
  /** What an attempt came to is on disk. */
  onAttempted?(channel: string, outcome: AttemptOutcome): void;
}

/**
 * Brings messages to people, and what people have in front of them to what there is to see: a durable outbox, at least
 * once per person and channel, with retry and back-off. A tick begins attempts and never waits for them.
 */
export interface DeliveryLoop extends Loop {
  /** Something is due. */
  poke(): void;
  /** These subjects may have changed, so that copies of them may be behind. */
  changed(subjectIds: string[]): void;
  /** Some of these hints may have been lost. */
  missed(): void;
  /** Resolves when nothing is under way, and nothing that is due has a place. */
  idle(): Promise<void>;
  /** Begins nothing more and waits for what is under way, though not long for a platform that does not answer. */
  stop(): Promise<void>;
}

const TICK_MS = 1000;
/** Changes that come in quick succession are looked at together. */
const GATHER_MS = 200;
const ORDERS_AT_ONCE = 100;

export function createDeliveryLoop(parts: Parts): DeliveryLoop {
  const { reader, random, steady, log } = parts;
  const catchUp = createCatchUp(parts);
  const switchedOn = createSwitchedOn(parts);
  const pauses = createPauses(random);
  const failures = createFailureLog(log, steady);
  const perform = createPerformAttempt({ ...parts, pauses, failures, record: createRecordAttempt(parts) });
  const work = createDeliveryWork({ ...parts, catchUp, perform, pauses, failures });
  const loop = every('deliveries', TICK_MS, async (at) => {
    const orders = await dueOrders(reader, parts.subjects.kinds, at, ORDERS_AT_ONCE);
    await spreadOrders(orders, at, parts);
    await switchedOn.run();
    await work.fill();
    return orders.length === ORDERS_AT_ONCE;
  });
  let tickedAt = 0;
  let changedAt = Infinity;
  const look = () => void (changedAt = Math.min(changedAt, Math.max(steady(), tickedAt + GATHER_MS)));
  return {
    name: loop.name,
    nextDueAt: () => Math.min(loop.nextDueAt(), changedAt),
    tick(now, at = now) {
      tickedAt = at;
      changedAt = Infinity;
      return loop.tick(now, at);
    },
    poke: loop.poke,
    changed(subjectIds) {
      if (catchUp.changed(subjectIds)) look();
    },
    missed() {
      catchUp.missed();
      look();
    },
    idle: work.idle,
    stop: work.stop,
  };
}
