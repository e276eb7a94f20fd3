import type { FailedCheck } from './problem.ts';

/** The locale and time zone in which bounds are written. */
export interface BoundWords {
  /** BCP 47 */
  locale: string;
  /** IANA name; absent: the zone of the machine this runs on. */
  timeZone?: string | undefined;
  /** Moments name their zone, because the reader may not know which one applies. */
  namesZone?: boolean;
}

type Show = (bound: string | number, words: BoundWords) => string;

/** How to write the bounds of these checks. */
const SHOWN: Partial<Record<FailedCheck['id'], Show>> = {
  dateFrom: dayInWords,
  dateTo: dayInWords,
  datetimeFrom: momentInWords,
  datetimeTo: momentInWords,
  numberFrom: numberInWords,
  numberTo: numberInWords,
  numberAbove: numberInWords,
  multiple: numberInWords,
  multipleAbove: numberInWords,
};

/** The values of a check, with its days, moments and numbers in the reader's format. */
export function boundsInWords({ id, values }: Pick<FailedCheck, 'id' | 'values'>, words: BoundWords) {
  const show = SHOWN[id];
  if (!show) return values;
  return Object.fromEntries(Object.entries(values).map(([name, bound]) => [name, show(bound, words)]));
}

/** A day in words; anything else stays as the author wrote it. */
export function dayInWords(bound: string | number, { locale }: BoundWords): string {
  return inWords(bound, new Date(bound), locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Without an offset: local time of the answering person. */
const BARE = /T[\d:.]+$/;

/** A moment in words, likewise. */
export function momentInWords(bound: string | number, { locale, timeZone, namesZone = false }: BoundWords): string {
  const isBare = BARE.test(String(bound));
  const at = new Date(isBare ? `${bound}Z` : bound);
  if (namesZone && !isBare) return inWords(bound, at, locale, { ...ZONED_MOMENT, timeZone });
  return inWords(bound, at, locale, { dateStyle: 'long', timeStyle: 'short', timeZone: isBare ? 'UTC' : timeZone });
}

/** A moment with the name of the zone, which `dateStyle` and `timeStyle` cannot include. */
export const ZONED_MOMENT = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

function inWords(bound: string | number, at: Date, locale: string, how: Intl.DateTimeFormatOptions): string {
  return Number.isNaN(at.getTime()) ? String(bound) : new Intl.DateTimeFormat(locale, how).format(at);
}

/** A number with the locale's decimal separator, as people type it: without thousands separators. */
export function numberInWords(bound: string | number, { locale }: BoundWords): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false });
  return typeof bound === 'number' ? format.format(bound) : bound;
}
