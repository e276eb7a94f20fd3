import { LRUCache } from 'lru-cache';
import { ProblemError } from '../foundation/errors.ts';
import type { Limits } from '../foundation/limits.ts';

const MINUTE_MS = 60_000;
/** For one definition: nothing else is done meanwhile. */
const ONCE_MS = 2_000;
const MOST_PEOPLE = 10_000;

/** A definition is checked in one go, so there is one at a time; those that are stored are compiled without an end. */
let endsAt = Infinity;

/** To be asked before anything in a definition is read that takes time. @throws ProblemError limit_reached */
export function expectTime(): void {
  if (performance.now() > endsAt) throw tooLong();
}

const tooLong = (): ProblemError =>
  new ProblemError('limit_reached', 'Checking what you have written takes too long.', {
    retryAfterSeconds: MINUTE_MS / 1000,
  });

/** How long what authors have written may be checked: the server does nothing else while it reads expressions and patterns. */
export interface CheckingTime {
  /** @param person whose doing it is @param work which reads it in one go @throws ProblemError limit_reached */
  of<T>(person: string, work: () => T): T;
}

/** @param now ms on a clock that never steps back */
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
