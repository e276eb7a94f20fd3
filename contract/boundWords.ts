import type { FailedCheck } from './problem.ts';

/** In whose words and by whose clock bounds are told. */
export interface BoundWords {
  /** BCP 47 */
  locale: string;
  /** By its IANA name; absent: that of where this runs. */
  timeZone?: string | undefined;
  /** Moments name their zone: their reader may not know by which clock they are told. */
  namesZone?: boolean;
}

type Show = (bound: string | number, words: BoundWords) => string;

/** How the bounds of these checks are written. */
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

/** What a check has to say, its days, moments and numbers as its reader writes them. */
export function boundsInWords({ id, values }: Pick<FailedCheck, 'id' | 'values'>, words: BoundWords) {
  const show = SHOWN[id];
  if (!show) return values;
  return Object.fromEntries(Object.entries(values).map(([name, bound]) => [name, show(bound, words)]));
}

/** A day in words; what is none stays as its author wrote it. */
export function dayInWords(bound: string | number, { locale }: BoundWords): string {
  return inWords(bound, new Date(bound), locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Without an offset: by the clock of whoever answers, wherever that is. */
const BARE = /T[\d:.]+$/;

/** A moment in words, likewise. */
export function momentInWords(bound: string | number, { locale, timeZone, namesZone = false }: BoundWords): string {
  const isBare = BARE.test(String(bound));
  const at = new Date(isBare ? `${bound}Z` : bound);
  if (namesZone && !isBare) return inWords(bound, at, locale, { ...ZONED_MOMENT, timeZone });
  return inWords(bound, at, locale, { dateStyle: 'long', timeStyle: 'short', timeZone: isBare ? 'UTC' : timeZone });
}

/** The same with the name of the zone, for which the styles of a language have no room. */
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

/** A number with the decimal sign of a language, as somebody would type it: thousands are not set apart. */
export function numberInWords(bound: string | number, { locale }: BoundWords): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false });
  return typeof bound === 'number' ? format.format(bound) : bound;
}
