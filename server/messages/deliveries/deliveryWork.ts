import pTimeout from 'p-timeout';
import { prepareAttempts, type Attempt, type AttemptParts } from './attemptDelivery.ts';
import type { CatchUp } from './catchUp.ts';
import { claimDeliveries } from './claimStore.ts';
import { createFairShare, type Turn } from './fairShare.ts';
import type { PerformAttempt } from './performAttempt.ts';
import { channelsWithWork, type Origin } from './turnStore.ts';

interface Parts extends AttemptParts {
  catchUp: CatchUp;
  perform: PerformAttempt;
}

/** The attempts under way on this server. */
export interface DeliveryWork {
  /** Starts due deliveries as places allow, without waiting for platforms. Attempts that end start further ones. */
  fill(): Promise<void>;
  /** Resolves when nothing is under way and no due delivery can start. */
  idle(): Promise<void>;
  /** Starts nothing more and waits for running attempts, though not long for a platform that does not answer. */
  stop(): Promise<void>;
}

/** Limits of concurrent attempts: a platform that hangs leaves places for the others. */
const PLACES = { all: 64, channel: 16 };
/**
 * Freed places are refilled in batches, to need few units: whenever this fraction of a channel's places is free. A tick
 * fills the rest.
 */
const PART_AT_ONCE = 4;
/** An attempt without a result after this long, for example of a dead server, is made again. */
const ATTEMPT_MS = 60_000;
/** How long a message under retry holds back newer ones to the same person on its channel. */
const HOLD_MS = 15 * 60_000;
const STOP_MS = 10_000;

/** An attempt, with the flow and starter that it counts for. */
interface UnderWay extends Origin {
  channel: string;
}

export function createDeliveryWork(parts: Parts): DeliveryWork {
  const { units, reader, channels, pauses, catchUp, perform, now, steady, report } = parts;
  const underWay = new Map<Promise<void>, UnderWay>();
  const share = createFairShare(reader);
  const filling = oneAtATime(fillOnce);
  let isStopping = false;

  async function fillOnce(): Promise<void> {
    if (isStopping) return;
    await catchUp.run();
    const turns = await findTurns();
    if (turns.length === 0) return;
    const claimed = await units.run(({ trx }) => claimDeliveries(trx, turns, now(), now() + ATTEMPT_MS));
    const origins = new Map(turns.map(({ id, origin }) => [id, origin]));
    for (const attempt of await prepareAttempts(claimed, parts)) begin(attempt, origins.get(attempt.delivery.id)!);
  }

  async function findTurns(): Promise<Turn[]> {
    const found: Turn[] = [];
    for (const channel of await channelsWithWork(reader)) {
      const busy = underWayOn(channel);
      const free = pauses.places(channel, placesOf(channel), steady()) - busy.length;
      const places = Math.min(free, PLACES.all - underWay.size - found.length);
      if (places <= 0) continue;
      const asked = { channel, places, underWay: busy, now: now(), holdSince: now() - HOLD_MS };
      found.push(...(await share.next(asked)));
    }
    return found;
  }

  const placesOf = (channel: string) => channels.get(channel)?.mostAtOnce ?? PLACES.channel;
  const underWayOn = (channel: string) => [...underWay.values()].filter((each) => each.channel === channel);

  function begin(attempt: Attempt, origin: Origin): void {
    const { id, subjectId, channel } = attempt.delivery;
    const atOnce = Math.max(1, Math.floor(placesOf(channel) / PART_AT_ONCE));
    const ends = perform(attempt)
      .catch((error: unknown) => report(error, id)) // without a result: it is made again
      .finally(() => {
        underWay.delete(ends);
        catchUp.changed([subjectId]);
        if (underWayOn(channel).length % atOnce === 0) filling.ask().catch((error: unknown) => report(error, id));
      });
    underWay.set(ends, { channel, ...origin });
  }

  async function idle(): Promise<void> {
    while (filling.current() || underWay.size > 0) await Promise.allSettled([filling.current(), ...underWay.keys()]);
  }

  return {
    fill: filling.ask,
    idle,
    async stop() {
      isStopping = true;
      await pTimeout(idle(), { milliseconds: STOP_MS, fallback: () => {} });
    },
  };
}

/** Runs one call at a time; calls made meanwhile share one further run. */
function oneAtATime(run: () => Promise<void>): { ask(): Promise<void>; current(): Promise<void> | null } {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function begin(): Promise<void> {
    next = null;
    running = run().finally(() => (running = null));
    return running;
  }
  return {
    ask() {
      if (running) next ??= running.then(begin, begin);
      return next ?? begin();
    },
    current: () => next ?? running,
  };
}
