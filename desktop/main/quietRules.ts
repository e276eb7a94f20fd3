import type { QuietHours, Snooze } from '../bridge.ts';

const HOUR_MS = 3_600_000;
/** When the day begins for whoever sleeps until tomorrow. */
const MORNING = 8;

/** Whether the hour of `at` lies in the quiet hours. They pass midnight. */
export function isQuiet(quietHours: QuietHours, at: Date): boolean {
  if (quietHours === 'off') return false;
  const [from, to] = quietHours.split('-').map(Number) as [number, number];
  const hour = at.getHours();
  return hour >= from || hour < to;
}

/** Whether somebody wants to be told of something now. */
export const wantsToHear = (
  { quietHours, snoozedUntil }: { quietHours: QuietHours; snoozedUntil: number },
  now: number,
): boolean => now >= snoozedUntil && !isQuiet(quietHours, new Date(now));

/** Until when a snooze lasts; `tomorrow` ends with the next morning. */
export function snoozeEnd(snooze: Snooze, now: number): number {
  if (snooze === 'half_hour') return now + HOUR_MS / 2;
  if (snooze === 'hour') return now + HOUR_MS;
  const morning = new Date(now);
  morning.setHours(MORNING, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}
