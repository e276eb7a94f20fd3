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

/**
 * Parses a number as people type it. The other separator is accepted too, unless it might separate thousands. Returns
 * unparsable text unchanged.
 *
 * @param decimal the separator of the person's locale
 */
export function parseNumber(typed: string, decimal: DecimalSign = '.'): number | string {
  const pointed = decimal === '.' ? typed : swapped(typed);
  const plain = /^[-+]?\d+,(\d{1,2}|\d{4,})$/.test(pointed) ? pointed.replace(',', '.') : pointed;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : typed;
}
