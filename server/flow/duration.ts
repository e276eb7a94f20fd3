import { z } from 'zod';
import { failsAs } from '../../contract/failsAs.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 366 days. */
export const LONGEST_DURATION_MS = 366 * DAY;

const WEEKS = /^P(\d{1,3})W$/;
const PARTS = /^P(?=.)(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?)?$/;

/**
 * Converts an ISO 8601 duration (`PT4H`, `P1DT2H30M`, `P2W`) or a number of milliseconds to milliseconds. Years and
 * months are refused: their length depends on when they start.
 */
function toMs(text: string | number): number {
  if (typeof text === 'number') return text;
  const weeks = WEEKS.exec(text);
  if (weeks) return Number(weeks[1]) * 7 * DAY;
  const parts = PARTS.exec(text);
  if (!parts) return NaN;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return days * DAY + hours * HOUR + minutes * MINUTE + Math.round(seconds * SECOND);
}

/** A duration in a node's config, 1 ms to 366 days; the parsed config holds milliseconds. */
export const Duration = z
  .union([z.string().max(40), z.number()])
  .transform(toMs)
  .refine(Number.isInteger, { ...failsAs('durationForm'), abort: true })
  .refine((ms) => ms >= 1 && ms <= LONGEST_DURATION_MS, failsAs('durationLength'))
  .meta({ kind: 'duration' });
