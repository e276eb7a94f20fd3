import type { Knex } from 'knex';
import type { Channel, Log } from '../../../contract/channel.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../../foundation/schedule/loops.ts';
import type { Directory } from '../../people/directory/directory.ts';
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
  /** The configured channels by name. */
  channels: ReadonlyMap<string, Channel>;
  subjects: Subjects;
  /** For addresses that were stored long ago; absent: they are used as stored. */
  directory?: Pick<Directory, 'personById'>;
  now(): number;
  /** Steady clock for intervals. */
  steady(): number;
  random(): number;
  report(error: unknown, deliveryId: string): void;
  log: Pick<Log, 'warn'>;
  /** How long to wait for a platform. */
  callMs?: number;
  /** Called when the result of an attempt is on disk. */
  onAttempted?(channel: string, outcome: AttemptOutcome): void;
  /** Called when it is on disk that a channel has finally failed to reach a person. */
  onFailed?(subjectId: string): void;
}

/**
 * Delivers messages and keeps the copies up to date: a durable outbox, at least once per person and channel, with
 * retries and back-off. A tick starts attempts and never waits for them.
 */
export interface DeliveryLoop extends Loop {
  /** Something is due. */
  poke(): void;
  /** These subjects may have changed, so their copies may be outdated. */
  changed(subjectIds: string[]): void;
  /** Some of these hints may have been lost. */
  missed(): void;
  /** Resolves when nothing is under way and no due delivery can start. */
  idle(): Promise<void>;
  /** Starts nothing more and waits for running attempts, though not long for a platform that does not answer. */
  stop(): Promise<void>;
}

const TICK_MS = 1000;
/** Changes in quick succession are checked together. */
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
