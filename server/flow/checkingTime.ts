import { LRUCache } from 'lru-cache';
import { ProblemError } from '../foundation/errors.ts';
import type { Limits } from '../foundation/limits.ts';

const MINUTE_MS = 60_000;
/** Budget for one definition: checking blocks the event loop. */
const ONCE_MS = 2_000;
const MOST_PEOPLE = 10_000;

/** Definitions are checked synchronously, so one deadline is enough. Stored ones are compiled without a deadline. */
let endsAt = Infinity;

/**
 * Call it before any slow step of reading a definition.
 * @throws ProblemError limit_reached
 */
export function expectTime(): void {
  if (performance.now() > endsAt) throw tooLong();
}

const tooLong = (): ProblemError =>
  new ProblemError('limit_reached', 'Checking what you have written takes too long.', {
    retryAfterSeconds: MINUTE_MS / 1000,
  });

/** Limits how long the server checks what one author has written: expressions and patterns block the event loop. */
export interface CheckingTime {
  /**
   * @param person who is charged for it
   * @param work must be synchronous
   * @throws ProblemError limit_reached
   */
  of<T>(person: string, work: () => T): T;
}

/** @param now steady clock, in ms */
export function createCheckingTime(
  { checkingSecondsPerMinute: most }: Pick<Limits, 'checkingSecondsPerMinute'>,
  now: () => number = () => performance.now(),
): CheckingTime {
  const perMinuteMs = most * 1000;
  const spent = new LRUCache<string, { ms: number; since: number }>({ max: MOST_PEOPLE });

  function windowOf(person: string): { ms: number; since: number } {
    const known = spent.get(person);
    if (known && now() - known.since < MINUTE_MS) return known;
    const window = { ms: 0, since: now() };
    spent.set(person, window);
    return window;
  }

  return {
    of(person, work) {
      const window = windowOf(person);
      if (window.ms >= perMinuteMs) throw tooLong();
      const before = now();
      const outer = endsAt;
      endsAt = performance.now() + Math.min(ONCE_MS, perMinuteMs - window.ms);
      try {
        return work();
      } finally {
        endsAt = outer;
        window.ms += now() - before;
      }
    },
  };
}
