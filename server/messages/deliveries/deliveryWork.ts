import { prepareAttempts, type Attempt, type AttemptParts } from './attemptDelivery.ts';
import type { CatchUp } from './catchUp.ts';
import { channelsWithWork, claimDeliveries, dueHeads, type Head } from './claimStore.ts';
import { within, type PerformAttempt } from './performAttempt.ts';

interface Parts extends AttemptParts {
  catchUp: CatchUp;
  perform: PerformAttempt;
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
/** Places that become free are filled together, by few units; a tick fills what is left. */
const PLACES_AT_ONCE = 4;
/** After this an attempt without a result, as a server leaves it that dies, is made again. */
const ATTEMPT_MS = 60_000;
/** For so long a message that is tried again holds back newer ones to the same person on its channel. */
const HOLD_MS = 15 * 60_000;
const STOP_MS = 10_000;

export function createDeliveryWork(parts: Parts): DeliveryWork {
  const { units, reader, pauses, catchUp, perform, now, report } = parts;
  const underWay = new Map<Promise<void>, string>();
  const filling = oneAtATime(fillOnce);
  let isStopping = false;

  async function fillOnce(): Promise<void> {
    if (isStopping) return;
    await catchUp.run();
    const heads = await findHeads();
    if (heads.length === 0) return;
    const claimed = await units.run(({ trx }) => claimDeliveries(trx, heads, now(), now() + ATTEMPT_MS));
    for (const attempt of await prepareAttempts(claimed, parts)) begin(attempt);
  }

  async function findHeads(): Promise<Head[]> {
    const found: Head[] = [];
    for (const channel of await channelsWithWork(reader)) {
      const places = pauses.places(channel, PLACES.channel, now()) - countOn(channel);
      const limit = Math.min(places, PLACES.all - underWay.size - found.length);
      if (limit <= 0) continue;
      found.push(...(await dueHeads(reader, channel, { now: now(), holdSince: now() - HOLD_MS, limit })));
    }
    return found;
  }

  const countOn = (channel: string) => [...underWay.values()].filter((name) => name === channel).length;

  function begin(attempt: Attempt): void {
    const { id, subjectId, channel } = attempt.delivery;
    const ends = perform(attempt)
      .catch((error: unknown) => report(error, id)) // without a result, it is made again
      .finally(() => {
        underWay.delete(ends);
        catchUp.changed([subjectId]);
        if (countOn(channel) % PLACES_AT_ONCE === 0) filling.ask().catch((error: unknown) => report(error, id));
      });
    underWay.set(ends, channel);
  }

  async function idle(): Promise<void> {
    while (filling.current() || underWay.size > 0) await Promise.allSettled([filling.current(), ...underWay.keys()]);
  }

  return {
    fill: filling.ask,
    idle,
    async stop() {
      isStopping = true;
      await within(STOP_MS, idle(), undefined);
    },
  };
}

/** Never two at a time; all who ask while it runs have it run once more, together. */
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
