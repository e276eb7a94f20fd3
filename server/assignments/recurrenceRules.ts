import parser from 'cron-parser';
import type { CheckId } from '../../contract/answers/words.ts';

/** When something recurs: a cron expression of five fields, in an IANA time zone. */
export interface Schedule {
  cron: string;
  timeZone: string;
}

/** Of a long outage, so many dates are recorded as missed, the latest. */
export const MOST_MISSED = 50;

const expressionOf = ({ cron, timeZone }: Schedule, at: number) =>
  parser.parseExpression(cron, { currentDate: new Date(at), tz: timeZone });

/** Dates after a moment, ms since the epoch, the nearest first. Each costs the parser milliseconds: ask for few. */
export function datesAfter(schedule: Schedule, after: number, count: number): number[] {
  const expression = expressionOf(schedule, after);
  return Array.from({ length: count }, () => expression.next().getTime());
}

/** How the parser says that a month has no such day. */
const NEVER = 'Invalid explicit day of month definition';

/** What is wrong with a schedule, by its field; null: nothing. */
export function faultOf(schedule: Schedule): { field: 'cron' | 'timeZone'; check: CheckId } | null {
  if (!isTimeZone(schedule.timeZone)) return { field: 'timeZone', check: 'timeZoneUnknown' };
  if (schedule.cron.trim().split(/\s+/).length !== 5) return { field: 'cron', check: 'cronForm' };
  try {
    const { minute } = expressionOf(schedule, 0).fields;
    return minute.length > 1 ? { field: 'cron', check: 'cronTooOften' } : null; // at most once an hour
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
  nextAt: number;
}

/** Dates after a moment and up to another. */
function datesUntil(schedule: Schedule, after: number, until: number): number[] {
  const expression = expressionOf(schedule, after);
  const dates: number[] = [];
  for (let date = expression.next().getTime(); date <= until; date = expression.next().getTime()) dates.push(date);
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
  return { made, missed: dates, nextAt: datesAfter(schedule, now, 1)[0]! };
}
