type Value = string | number | null;

/** What a file begins with: a mark that has spreadsheets read it as UTF-8. */
const MARK = '\uFEFF';

/** The line of names. */
export const csvHead = (names: readonly string[]): string => MARK + csvLine(names);

/** A line of comma-separated values (RFC 4180). */
export const csvLine = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`;

/** What a spreadsheet would take for a formula is told to be text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: Value): string {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
