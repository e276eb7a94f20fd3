import { clockAt, firstAt } from '../../contract/answers.ts';
import type { CheckId } from '../../contract/answers/words.ts';
import { clocksAfter, neverComes, readCron, type Cron } from './cronRules.ts';

/** A cron expression of five fields, in an IANA time zone. */
export interface Schedule {
  cron: string;
  timeZone: string;
}

/** How many dates are recorded as missed after a long outage: the latest ones. */
export const MOST_MISSED = 50;

/**
 * Dates after a time, in ms since the epoch, nearest first. Each comes once: at the first occurrence if the clocks
 * repeat its local time, and right after the change if they skip it. A stored schedule that cannot be parsed has none.
 */
function* instantsAfter(schedule: Schedule, after: number): Generator<number> {
  const { timeZone } = schedule;
  const cron = read(schedule);
  if (!cron) return;
  let last = after;
  for (const clock of clocksAfter(cron, clockAt(after, timeZone))) {
    const at = firstAt(clock, timeZone);
    if (at > last) yield (last = at); // two skipped times become the same instant
  }
}

function read({ cron, timeZone }: Schedule): Cron | null {
  if (!isTimeZone(timeZone)) return null;
  try {
    return readCron(cron);
  } catch {
    return null;
  }
}

/** The nearest dates after a time; fewer if there are no more. */
export function datesAfter(schedule: Schedule, after: number, count: number): number[] {
  const dates: number[] = [];
  for (const date of instantsAfter(schedule, after)) if (dates.push(date) === count) break;
  return dates;
}

/** The parser's message for a day that the month does not have. */
const NEVER = 'Invalid explicit day of month definition';

/** The parser ignores the number in `1L`, which is no last Monday there but the last day of the month. */
const LAST_AND_NUMBER = /\dL|L\d/;

/** The fault of a schedule, by field; null if none. Dates that are decades apart are valid. */
export function faultOf(schedule: Schedule): { field: 'cron' | 'timeZone'; check: CheckId } | null {
  if (!isTimeZone(schedule.timeZone)) return { field: 'timeZone', check: 'timeZoneUnknown' };
  const fields = schedule.cron.trim().split(/\s+/);
  if (fields.length !== 5 || LAST_AND_NUMBER.test(fields[2]!)) return { field: 'cron', check: 'cronForm' };
  try {
    const cron = readCron(schedule.cron);
    if (cron.minutes.length > 1) return { field: 'cron', check: 'cronTooOften' }; // at most once an hour
    return neverComes(cron) ? { field: 'cron', check: 'cronNever' } : null;
  } catch (error) {
    return { field: 'cron', check: String(error).includes(NEVER) ? 'cronNever' : 'cronForm' };
  }
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
  /** The latest date that has come: it is made now. */
  made: number;
  /** Earlier dates, during which no server ran. */
  missed: number[];
  /** Null: no further dates. */
  nextAt: number | null;
}

/** Dates after one time, up to another. */
function datesUntil(schedule: Schedule, after: number, until: number): number[] {
  const dates: number[] = [];
  for (const date of instantsAfter(schedule, after)) {
    if (date > until) break;
    dates.push(date);
  }
  return dates;
}

/** An hourly schedule has the dates to keep within this time. */
const FIRST_REACH_MS = (MOST_MISSED + 1) * 60 * 60_000;

/**
 * The latest of these dates, at most `MOST_MISSED` + 1. Doubles the range it looks back, so that the cost depends on
 * the dates found, not on the years.
 */
function latestUntil(schedule: Schedule, after: number, until: number): number[] {
  for (let reach = FIRST_REACH_MS; ; reach *= 2) {
    const from = Math.max(after, until - reach);
    const dates = datesUntil(schedule, from, until);
    if (from === after || dates.length > MOST_MISSED) return dates.slice(-MOST_MISSED - 1);
  }
}

/** What to do for a recurrence whose next date `nextAt` has come. */
export function dueOf(schedule: Schedule, nextAt: number, now: number): Due {
  const dates = latestUntil(schedule, nextAt - 1, now);
  const made = dates.pop() ?? nextAt;
  return { made, missed: dates, nextAt: datesAfter(schedule, now, 1)[0] ?? null };
}
