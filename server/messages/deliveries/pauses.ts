import { backOffMs } from './deliveryRules.ts';

/** Pauses that channels have asked for, as far as this server has seen. `now` is steady time. */
export interface Pauses {
  /** How many attempts may be under way on a channel: none during a pause, then one until a call succeeds. */
  places(channel: string, most: number, now: number): number;
  /** The channel failed for everybody; returns when it may be tried again. */
  begin(channel: string, retryAfterMs: number, now: number): number;
  /** A call succeeded. Calls that were under way when a pause began do not end it. */
  end(channel: string, now: number): void;
}

/** A platform that is down is tried at least this often. */
const LONGEST_PAUSE_MS = 60_000;

export function createPauses(random: () => number): Pauses {
  const pauses = new Map<string, { count: number; until: number }>();
  return {
    places(channel, most, now) {
      const pause = pauses.get(channel);
      if (!pause) return most;
      return pause.until > now ? 0 : 1;
    },
    begin(channel, retryAfterMs, now) {
      const last = pauses.get(channel) ?? { count: 0, until: 0 };
      const isNew = last.until <= now; // otherwise calls under way report the same outage
      const count = isNew ? last.count + 1 : last.count;
      const waitMs = isNew ? Math.max(retryAfterMs, backOffMs(count, random(), LONGEST_PAUSE_MS)) : retryAfterMs;
      const until = Math.max(last.until, now + waitMs);
      pauses.set(channel, { count, until });
      return until;
    },
    end(channel, now) {
      const pause = pauses.get(channel);
      if (pause && pause.until <= now) pauses.delete(channel);
    },
  };
}
