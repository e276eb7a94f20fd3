import { setTimeout as sleep } from 'node:timers/promises';
import { prepareAttempts, type Attempt, type AttemptParts } from './attemptDelivery.ts';
import type { CatchUp } from './catchUp.ts';
import { channelsWithWork, claimDeliveries, dueHeads, type ClaimedDelivery, type Head } from './claimStore.ts';
import type { Attempted } from './deliveryRules.ts';
import type { RecordAttempt } from './recordAttempt.ts';

interface Parts extends AttemptParts {
  catchUp: CatchUp;
  record: RecordAttempt;
  /** For so long a platform is waited for. */
  callMs?: number;
}

/** The attempts that are under way on this server. */
export interface DeliveryWork {
  /** Begins what is due and has a place, without waiting for a platform. What ends makes place for more by itself. */
  fill(): Promise<void>;
  /** Resolves when nothing is under way, and nothing that is due has a place. */
  idle(): Promise<void>;
  /** Begins nothing more and waits for what is under way, though not long for a platform that does not answer. */
  stop(): Promise<void>;
}

/** A platform that hangs leaves places to the others. */
const PLACES = { all: 64, channel: 16 };
const CALL_MS = 45_000;
/** After this an attempt without a result, as a server leaves it that dies, is made again. */
const ATTEMPT_MS = 60_000;
/** For so long a message that is tried again holds back newer ones to the same person on its channel. */
const HOLD_MS = 15 * 60_000;
const STOP_MS = 10_000;

const NO_ANSWER: Attempted = {
  kind: 'failed',
  error: 'The platform did not answer in time; the message may have arrived.',
  retryAfterMs: 0,
};

export function createDeliveryWork(parts: Parts): DeliveryWork {
  const { units, reader, pauses, catchUp, record, now, report, callMs = CALL_MS } = parts;
  const underWay = new Map<Promise<void>, string>();
  let filling: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopping = false;

  /** One at a time; asked while it fills, it looks once more. */
  async function fill(): Promise<void> {
    isAskedAgain = true;
    if (!isStopping) await (filling ??= fillAll());
  }

  async function fillAll(): Promise<void> {
    try {
      while (isAskedAgain && !isStopping) {
        isAskedAgain = false;
        await fillOnce();
      }
    } finally {
      filling = null;
    }
  }

  async function fillOnce(): Promise<void> {
    await catchUp.run();
    const heads = await findHeads();
    if (heads.length === 0) return;
    const claimed = await units.run(({ trx }) => claimDeliveries(trx, heads, now(), now() + ATTEMPT_MS));
    for (const attempt of await prepareAttempts(claimed, parts)) begin(attempt);
  }

  async function findHeads(): Promise<Head[]> {
    const found: Head[] = [];
    for (const channel of await channelsWithWork(reader)) {
      const busy = [...underWay.values()].filter((name) => name === channel).length;
      const places = pauses.places(channel, PLACES.channel, now()) - busy;
      const limit = Math.min(places, PLACES.all - underWay.size - found.length);
      if (limit <= 0) continue;
      found.push(...(await dueHeads(reader, channel, { now: now(), holdSince: now() - HOLD_MS, limit })));
    }
    return found;
  }

  function begin(attempt: Attempt): void {
    const { delivery } = attempt;
    const ends = perform(attempt)
      .catch((error: unknown) => report(error, delivery.id)) // without a result, it is made again
      .finally(() => {
        underWay.delete(ends);
        catchUp.changed([delivery.subjectId]);
        fill().catch((error: unknown) => report(error, delivery.id));
      });
    underWay.set(ends, delivery.channel);
  }

  async function perform({ delivery, make }: Attempt): Promise<void> {
    const call = make();
    const attempted = await within(callMs, call, NO_ANSWER);
    if (attempted.kind === 'posted' || attempted.kind === 'rewritten') pauses.end(delivery.channel, now());
    await record(delivery, attempted);
    if (attempted === NO_ANSWER) void call.then((late) => recordLate(delivery, late));
  }

  /** It holds unless the attempt was made again meanwhile. */
  async function recordLate(delivery: ClaimedDelivery, late: Attempted): Promise<void> {
    if (isStopping || late.kind === 'failed') return;
    await record(delivery, late).catch((error: unknown) => report(error, delivery.id));
    catchUp.changed([delivery.subjectId]);
  }

  async function idle(): Promise<void> {
    while (filling || underWay.size > 0) await Promise.allSettled([filling, ...underWay.keys()]);
  }

  return {
    fill,
    idle,
    async stop() {
      isStopping = true;
      await within(STOP_MS, idle(), undefined);
    },
  };
}

/** What a promise resolves with, or something else when it takes too long. */
async function within<T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> {
  const deadline = new AbortController();
  try {
    return await Promise.race([promise, sleep(ms, otherwise, { signal: deadline.signal })]);
  } finally {
    deadline.abort();
  }
}
