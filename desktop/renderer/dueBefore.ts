import type { InboxFilter } from './routes.ts';

const SOON_MS = 8 * 3_600_000;

/** Until when a question is due that one asks for, in milliseconds like `now`. */
export const dueBefore = (due: NonNullable<InboxFilter['due']>, now: number): number =>
  Math.max(now, { soon: now + SOON_MS, today: endOfDay(now, 0), week: endOfWeek(now) }[due]);

/** Midnight where the person is, `days` from now. */
function endOfDay(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days + 1).getTime();
}

/** Weeks end with Sunday. */
const endOfWeek = (now: number): number => endOfDay(now, (7 - new Date(now).getDay()) % 7);
