import parser from 'cron-parser';

/** A parsed cron expression of five fields. */
export interface Cron {
  minutes: readonly number[];
  hours: readonly number[];
  /** Counted from 1. */
  months: readonly number[];
  isOn(day: Day): boolean;
}

interface Day {
  /** Counted from 1. */
  month: number;
  date: number;
  /** 0 is Sunday. */
  weekday: number;
  /** The last day of its month. */
  lastDate: number;
}

/** The greatest length of each month. */
const MOST_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** The parser lists Sunday twice. */
const ALL_WEEKDAYS = 8;

/**
 * Parses an expression with the library, but matches days itself: the library gives up after ten thousand steps,
 * although a leap day on a Monday is at most forty years away.
 * @throws Error for an invalid cron expression
 */
export function readCron(text: string): Cron {
  const { fields } = parser.parseExpression(text, { currentDate: new Date(0), tz: 'UTC' });
  const dates: readonly (number | string)[] = fields.dayOfMonth;
  const weekdays: readonly (number | string)[] = fields.dayOfWeek;
  const lastWeekdays = weekdays.filter((each) => typeof each === 'string').map((each) => Number.parseInt(each[0]!) % 7);
  if (lastWeekdays.some(Number.isNaN)) throw new Error(`A last weekday of the month without the weekday: ${text}`);
  const hasLastDate = dates.some((each) => typeof each === 'string');
  const hasAllWeekdays = weekdays.length === ALL_WEEKDAYS;
  const week = nthOf(text);

  const isOn = ({ month, date, weekday, lastDate }: Day): boolean => {
    const isDate = dates.includes(date) || (hasLastDate && date === lastDate);
    const isWeekday = weekdays.includes(weekday) || (lastWeekdays.includes(weekday) && date + 7 > lastDate);
    if (week !== null && Math.ceil(date / 7) !== week) return false;
    if (hasAllWeekdays) return isDate;
    return dates.length >= MOST_DAYS[month - 1]! ? isWeekday : isDate || isWeekday; // with both given, either is enough
  };
  return { minutes: fields.minute, hours: fields.hour, months: fields.month, isOn };
}

/** The `2` of `1#2`, the second Monday; null if there is none. */
function nthOf(text: string): number | null {
  const nth = text.trim().split(/\s+/).at(-1)!.split('#')[1];
  return nth === undefined ? null : Number(nth);
}

/** The longest possible gap: a leap day on a given weekday, across a year like 2100. */
const LONGEST_GAP_MONTHS = 41 * 12;

/** The local times of its dates after a local time, nearest first; in ms, as if they were UTC. */
export function* clocksAfter(cron: Cron, clock: number): Generator<number> {
  const begin = new Date(clock);
  let last = clock;
  let idle = 0;
  for (let n = 0; idle <= LONGEST_GAP_MONTHS; n++, idle++) {
    const first = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + n));
    if (!cron.months.includes(first.getUTCMonth() + 1)) continue;
    for (const each of clocksOfMonth(cron, first.getUTCFullYear(), first.getUTCMonth())) {
      if (each <= last) continue;
      yield (last = each);
      idle = 0;
    }
  }
}

/** @param month counted from 0 */
function* clocksOfMonth({ hours, minutes, isOn }: Cron, year: number, month: number): Generator<number> {
  const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const weekdayBefore = new Date(Date.UTC(year, month, 0)).getUTCDay();
  for (let date = 1; date <= lastDate; date++) {
    if (!isOn({ month: month + 1, date, weekday: (weekdayBefore + date) % 7, lastDate })) continue;
    for (const hour of hours) for (const minute of minutes) yield Date.UTC(year, month, date, hour, minute);
  }
}

/** Whether it never matches any day. */
export const neverComes = (cron: Cron): boolean => clocksAfter(cron, 0).next().done === true;
