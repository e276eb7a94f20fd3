type Value = string | number | null;

/** The byte order mark, so that spreadsheets read the file as UTF-8. */
const MARK = '\uFEFF';

/** The header line. */
export const csvHead = (names: readonly string[]): string => MARK + csvLine(names);

/** A line of comma-separated values (RFC 4180). */
export const csvLine = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`;

/**
 * Positions where a spreadsheet would start a formula. In some locales spreadsheets split cells at semicolons and
 * ignore our quotation marks, so a formula may start after any semicolon, tab or line break.
 */
const FORMULA = /^(?=[\t\r])|(?<=(?:^|[;\t\r\n])"*)(?=[=+\-@＝＋－＠])/g;

function cell(value: Value): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value.replace(FORMULA, "'") : String(value); // the quote makes the cell text
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
