/** What stands before the decimals of a number. */
export type DecimalSign = '.' | ',';

/** @param locale BCP 47; that of whoever writes */
export const decimalSignOf = (locale: string): DecimalSign =>
  new Intl.NumberFormat(locale).formatToParts(0.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? ','
    : '.';

const swapped = (typed: string): string => typed.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

/**
 * A number as people type it. The other sign of the two is read as the decimal one as well, unless it might separate
 * thousands; what cannot be read comes back as it was typed.
 *
 * @param decimal what stands before the decimals where the person is
 */
export function parseNumber(typed: string, decimal: DecimalSign = '.'): number | string {
  const pointed = decimal === '.' ? typed : swapped(typed);
  const plain = /^[-+]?\d+,(\d{1,2}|\d{4,})$/.test(pointed) ? pointed.replace(',', '.') : pointed;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : typed;
}
