type Value = string | number | null;

/** What a file begins with: a mark that has spreadsheets read it as UTF-8. */
const MARK = '\uFEFF';

/** The line of names. */
export const csvHead = (names: readonly string[]): string => MARK + csvLine(names);

/** A line of comma-separated values (RFC 4180). */
export const csvLine = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`;

/**
 * Where a spreadsheet would read a formula. Those of some countries part cells at semicolons, and then know nothing of our
 * quotation marks: a formula may begin behind any semicolon, tab or line break.
 */
const FORMULA = /^(?=[\t\r])|(?<=(?:^|[;\t\r\n])"*)(?=[=+\-@＝＋－＠])/g;

function cell(value: Value): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value.replace(FORMULA, "'") : String(value); // what follows is text, then
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
