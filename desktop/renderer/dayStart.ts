import { LAST_MOMENT } from '../../contract/moments.ts';

/**
 * The instant (ISO 8601) at which a day starts in the person's time zone, or the day `later` days after it; undefined
 * for an invalid date. After the last day that can be written, it is the end of that day.
 */
export function dayStart(day: string, later = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  const at = new Date(year!, month! - 1, date! + later).getTime();
  return day === '' || Number.isNaN(at) ? undefined : new Date(Math.min(at, LAST_MOMENT)).toISOString();
}
