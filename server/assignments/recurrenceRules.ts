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

/** Dates after a moment and up to another, the earliest `MOST_MISSED` and one. */
function datesUntil(schedule: Schedule, after: number, until: number): number[] {
  const expression = expressionOf(schedule, after);
  const dates: number[] = [];
  while (dates.length <= MOST_MISSED) {
    const date = expression.next().getTime();
    if (date > until) break;
    dates.push(date);
  }
  return dates;
}

/** What is to be made of a recurrence whose next date was to be `nextAt`, which has come. */
export function dueOf(schedule: Schedule, nextAt: number, now: number): Due {
  let past = datesUntil(schedule, nextAt - 1, now);
  while (past.length > MOST_MISSED) {
    const last = past.at(-1)!;
    const later = datesUntil(schedule, Math.max(last, now - (last - past[0]!)), now);
    if (later.length === 0) break;
    past = later; // a long outage: its end is enough
  }
  const made = past.pop() ?? nextAt;
  return { made, missed: past, nextAt: datesAfter(schedule, now, 1)[0]! };
}
