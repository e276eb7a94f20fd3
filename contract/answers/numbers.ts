/** The decimal separator. */
export type DecimalSign = '.' | ',';

/** @param locale BCP 47, of the person who types */
export const decimalSignOf = (locale: string): DecimalSign =>
  new Intl.NumberFormat(locale).formatToParts(0.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? ','
    : '.';

/** A number with the reader's decimal separator, as they would type it. */
export const writtenNumber = (value: number, decimal: DecimalSign): string => String(value).replace('.', decimal);

const swapped = (typed: string): string => typed.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

const WITH_SPACES = /^[-+]?\d{1,3}(?<sign>[ \u00a0\u202f'’])\d{3}(\k<sign>\d{3})*(\.\d+)?$/;
/** A single comma before three digits could be a decimal one, unless a point follows. */
const WITH_COMMAS = /^[-+]?\d{1,3}(,\d{3}(,\d{3})+(\.\d+)?|,\d{3}\.\d+)$/;

/** Removes the separators of thousands from a number with a decimal point; null if it has none, or might have none. */
const withoutThousands = (pointed: string): string | null =>
  WITH_SPACES.test(pointed) || WITH_COMMAS.test(pointed) ? pointed.replace(/[^-+.\d]/g, '') : null;

/**
 * Parses a number as people type it or copy it from a bill. The other separator is accepted too, unless it might separate
 * thousands, and so are thousands that cannot be anything else. Returns unparsable text unchanged.
 *
 * @param decimal the separator of the person's locale
 */
export function parseNumber(typed: string, decimal: DecimalSign = '.'): number | string {
  const pointed = decimal === '.' ? typed : swapped(typed);
  const whole = withoutThousands(pointed) ?? withoutThousands(swapped(pointed));
  if (whole !== null) return Number(whole);
  const plain = /^[-+]?\d+,(\d{1,2}|\d{4,})$/.test(pointed) ? pointed.replace(',', '.') : pointed;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : typed;
}

/** Whether a text is a number to some people and a thousand times that to others, so that `parseNumber` left it. */
export const isUnclearNumber = (input: unknown): boolean =>
  typeof input === 'string' && /^\s*[-+]?\d{1,3}[.,]\d{3}\s*$/.test(input);
