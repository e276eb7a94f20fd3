const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface RelativeTime {
  unit: 'day' | 'hour' | 'minute' | 'second';
  /** Negative in the past. */
  count: number;
}

/**
 * How far away a time is, in its largest unit. Days are those of the person's calendar, because one day reads
 * "yesterday" or "tomorrow": 40 hours may reach into the day after.
 *
 * @param at milliseconds, as `now`
 */
export function relativeTime(at: number, now: number): RelativeTime {
  const ms = at - now;
  const days = Math.abs(ms) < DAY_MS ? 0 : dayOf(at) - dayOf(now);
  if (days !== 0) return { unit: 'day', count: days }; // the day on which clocks go back is longer than 24 hours
  if (Math.abs(ms) >= HOUR_MS) return { unit: 'hour', count: Math.trunc(ms / HOUR_MS) };
  if (Math.abs(ms) >= MINUTE_MS) return { unit: 'minute', count: Math.trunc(ms / MINUTE_MS) };
  return { unit: 'second', count: 0 };
}

/** The number of a day in the person's time zone. */
function dayOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
