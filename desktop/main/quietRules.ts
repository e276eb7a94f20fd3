import type { QuietHours, Snooze } from '../bridge.ts';

const HOUR_MS = 3_600_000;
/** The hour at which a snooze until tomorrow ends. */
const MORNING = 8;

/** Whether `at` is within the quiet hours, which cross midnight. */
export function isQuiet(quietHours: QuietHours, at: Date): boolean {
  if (quietHours === 'off') return false;
  const [from, to] = quietHours.split('-').map(Number) as [number, number];
  const hour = at.getHours();
  return hour >= from || hour < to;
}

/** Whether notifications are wanted now. */
export const wantsToHear = (
  { quietHours, snoozedUntil }: { quietHours: QuietHours; snoozedUntil: number },
  now: number,
): boolean => now >= snoozedUntil && !isQuiet(quietHours, new Date(now));

/** When a snooze ends; `tomorrow` ends the next morning. */
export function snoozeEnd(snooze: Snooze, now: number): number {
  if (snooze === 'half_hour') return now + HOUR_MS / 2;
  if (snooze === 'hour') return now + HOUR_MS;
  const morning = new Date(now);
  morning.setHours(MORNING, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}
