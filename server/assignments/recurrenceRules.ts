import { clockAt, firstAt } from '../../contract/answers.ts';
import type { CheckId } from '../../contract/answers/words.ts';
import { clocksAfter, neverComes, readCron, type Cron } from './cronRules.ts';

/** When something recurs: a cron expression of five fields, in an IANA time zone. */
export interface Schedule {
  cron: string;
  timeZone: string;
}

/** Of a long outage, so many dates are recorded as missed, the latest. */
export const MOST_MISSED = 50;

/**
 * Dates after a moment, ms since the epoch, the nearest first. Each is there once: where the clocks show its time twice, the
 * first of them, and where they leave it out, as soon as they have been put forward. A stored schedule that cannot be read
 * has none.
 */
function* instantsAfter(schedule: Schedule, after: number): Generator<number> {
  const { timeZone } = schedule;
  const cron = read(schedule);
  if (!cron) return;
  let last = after;
  for (const clock of clocksAfter(cron, clockAt(after, timeZone))) {
    const at = firstAt(clock, timeZone);
    if (at > last) yield (last = at); // two times that are left out come to the same moment
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

/** The nearest dates after a moment; fewer where no more come. */
export function datesAfter(schedule: Schedule, after: number, count: number): number[] {
  const dates: number[] = [];
  for (const date of instantsAfter(schedule, after)) if (dates.push(date) === count) break;
  return dates;
}

/** How the parser says that a month has no such day. */
const NEVER = 'Invalid explicit day of month definition';

/** What is wrong with a schedule, by its field; null: nothing. One whose dates are decades apart is one all the same. */
export function faultOf(schedule: Schedule): { field: 'cron' | 'timeZone'; check: CheckId } | null {
  if (!isTimeZone(schedule.timeZone)) return { field: 'timeZone', check: 'timeZoneUnknown' };
  if (schedule.cron.trim().split(/\s+/).length !== 5) return { field: 'cron', check: 'cronForm' };
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
  /** The date that is made now: the latest that has come. */
  made: number;
  /** Those before it, which no server was there for. */
  missed: number[];
  /** Null: no date comes any more. */
  nextAt: number | null;
}

/** Dates after a moment and up to another. */
function datesUntil(schedule: Schedule, after: number, until: number): number[] {
  const dates: number[] = [];
  for (const date of instantsAfter(schedule, after)) {
    if (date > until) break;
    dates.push(date);
  }
  return dates;
}

/** In so much time an hourly schedule has the dates that are kept. */
const FIRST_REACH_MS = (MOST_MISSED + 1) * 60 * 60_000;

/** The latest dates of those: at most `MOST_MISSED` and one. Looks back ever further, so that years cost no more than they hold. */
function latestUntil(schedule: Schedule, after: number, until: number): number[] {
  for (let reach = FIRST_REACH_MS; ; reach *= 2) {
    const from = Math.max(after, until - reach);
    const dates = datesUntil(schedule, from, until);
    if (from === after || dates.length > MOST_MISSED) return dates.slice(-MOST_MISSED - 1);
  }
}

/** What is to be made of a recurrence whose next date was to be `nextAt`, which has come. */
export function dueOf(schedule: Schedule, nextAt: number, now: number): Due {
  const dates = latestUntil(schedule, nextAt - 1, now);
  const made = dates.pop() ?? nextAt;
  return { made, missed: dates, nextAt: datesAfter(schedule, now, 1)[0] ?? null };
}
