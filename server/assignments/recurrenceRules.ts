import parser from 'cron-parser';
import type { CheckId } from '../../contract/answers/words.ts';

/** When something recurs: a cron expression of five fields, in an IANA time zone. */
export interface Schedule {
  cron: string;
  timeZone: string;
}

/** Nobody is assigned the same chat more often. */
const SHORTEST_MS = 60 * 60_000;
/** So many dates are looked at for how close they come. */
const LOOKED_AT = 50;
/** Of a long outage, so many dates are recorded as missed, the latest. */
export const MOST_MISSED = 100;

/** Dates after a moment, ms since the epoch, the nearest first; none where there are none any more. */
export function datesAfter({ cron, timeZone }: Schedule, after: number, count: number): number[] {
  const dates: number[] = [];
  const expression = parser.parseExpression(cron, { currentDate: new Date(after), tz: timeZone });
  try {
    while (dates.length < count) dates.push(expression.next().getTime());
  } catch {
    // there is no such date within the years that the parser looks through
  }
  return dates;
}

/** What is wrong with a schedule, by its field; null: nothing. */
export function faultOf(schedule: Schedule, now: number): { field: 'cron' | 'timeZone'; check: CheckId } | null {
  if (!isTimeZone(schedule.timeZone)) return { field: 'timeZone', check: 'timeZoneUnknown' };
  if (schedule.cron.trim().split(/\s+/).length !== 5) return { field: 'cron', check: 'cronForm' };
  try {
    parser.parseExpression(schedule.cron, { tz: schedule.timeZone });
  } catch {
    return { field: 'cron', check: 'cronForm' };
  }
  const dates = datesAfter(schedule, now, LOOKED_AT);
  if (dates.length === 0) return { field: 'cron', check: 'cronNever' };
  const isTooOften = dates.some((date, n) => n > 0 && date - dates[n - 1]! < SHORTEST_MS);
  return isTooOften ? { field: 'cron', check: 'cronTooOften' } : null;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export interface Due {
  /** The date that is made now: the latest that has come. */
  made: number;
  /** Those before it, which no server was there for. */
  missed: number[];
  /** Null: there is none any more. */
  nextAt: number | null;
}

/** What is to be made of a recurrence whose next date was to be `nextAt`, which has come. */
export function dueOf(schedule: Schedule, nextAt: number, now: number): Due {
  const past: number[] = [];
  for (let next: number | undefined = nextAt; next !== undefined; [next] = datesAfter(schedule, next, 1)) {
    if (next > now) return { made: past.pop()!, missed: past, nextAt: next };
    past.push(next);
    if (past.length > MOST_MISSED + 1) past.shift();
  }
  return { made: past.pop()!, missed: past, nextAt: null };
}
