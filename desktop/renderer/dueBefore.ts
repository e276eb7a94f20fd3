import type { InboxFilter } from './routes.ts';

const SOON_MS = 8 * 3_600_000;

/** The upper bound of a due filter, in milliseconds like `now`. */
export const dueBefore = (due: NonNullable<InboxFilter['due']>, now: number): number =>
  Math.max(now, { soon: now + SOON_MS, today: endOfDay(now, 0), week: endOfWeek(now) }[due]);

/** The end of the day `days` from now, in the person's time zone. */
function endOfDay(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days + 1).getTime();
}

/** Weeks end on Sunday. */
const endOfWeek = (now: number): number => endOfDay(now, (7 - new Date(now).getDay()) % 7);
