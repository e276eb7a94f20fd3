const SECONDS = /^\d{1,6}(\.\d+)?$/;
const DATE = /^(mon|tue|wed|thu|fri|sat|sun)/i;

/**
 * The header `Retry-After` in ms. It holds seconds or a date in one of the three HTTP formats, all in GMT. Null if
 * absent, unparsable, or millions of seconds, which no client should honour.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Math.ceil(Number(text) * 1000);
  const until = DATE.test(text) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;
  return Number.isNaN(until) ? null : Math.max(until - now, 0);
}
