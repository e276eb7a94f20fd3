import type { Fact } from './facts.ts';
import { recentlyMade } from './recentlyMade.ts';

/** The reader of a fact. */
export interface FactReader {
  /** BCP 47 */
  locale: string;
  /** IANA name, for instants. */
  timeZone: string;
  /** The text for a missing value. */
  notAvailable: string;
}

/** Creating a format takes a hundred times as long as using it. */
const formatOf = recentlyMade<Intl.NumberFormat | Intl.DateTimeFormat>(500);

const numbers = (locale: string) =>
  formatOf(`number ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));

const sums = (locale: string, currency: string) =>
  formatOf(`${currency} ${locale}`, () => new Intl.NumberFormat(locale, { style: 'currency', currency }));

const days = (locale: string) =>
  formatOf(`day ${locale}`, () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));

const INSTANT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

const instants = (locale: string, timeZone: string) =>
  formatOf(`instant ${locale} ${timeZone}`, () => new Intl.DateTimeFormat(locale, { ...INSTANT, timeZone }));

const isDay = (date: string): boolean => date.length === '2026-03-31'.length;

const dateText = (date: string, { locale, timeZone }: FactReader): string =>
  (isDay(date) ? days(locale) : instants(locale, timeZone)).format(new Date(date));

/** The text of a fact, in one line; every channel and the web client use it. */
export function factText(fact: Fact, reader: FactReader): string {
  if (fact.value === null) return reader.notAvailable;
  switch (fact.kind) {
    case 'text':
      return fact.value;
    case 'number':
      return numbers(reader.locale).format(fact.value);
    case 'money':
      return sums(reader.locale, fact.value.currency).format(fact.value.amount);
    case 'date':
      return dateText(fact.value, reader);
    case 'person':
      return fact.value.displayName;
    case 'link':
      return linkText(fact.value);
  }
}

/** Shows where a link leads, whatever its text claims: `Invoice 17 (erp.example.com)`. */
function linkText({ url, text }: { url: string; text?: string | undefined }): string {
  const { host } = new URL(url);
  return text === undefined || text === host ? host : `${text} (${host})`;
}

/** The link target of a fact, or null. */
export const factUrl = (fact: Fact): string | null => (fact.kind === 'link' ? (fact.value?.url ?? null) : null);
