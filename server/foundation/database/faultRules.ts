// cspell:ignore FHPX
/** What an error of a database driver says of itself. */
export interface Fault {
  code?: unknown;
  message?: string;
}

/**
 * PostgreSQL's classes that speak of what a statement asked or held: not supported, data, constraints, too large, and how
 * it was written. A table that is not there, or may not be read, says that the database is not as it should be.
 */
const STATEMENT_STATE = /^(0A|2[0-3]|44|54|42(?!P01|703|501))/;
const STATEMENT_RESULT = /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE)/;
const NOT_AS_IT_SHOULD_BE = /no such (table|column)/;

/**
 * True when the database could not do what it was asked, rather than refused what it was asked: it is out of reach, locked,
 * full, broken, too slow, or another than we know. For errors that came out of its driver.
 */
export function isDatabaseDown({ code, message = '' }: Fault): boolean {
  if (typeof code !== 'string') return true; // of the connection: the driver has no code for one that was cut
  if (STATEMENT_RESULT.test(code)) return NOT_AS_IT_SHOULD_BE.test(message);
  return !STATEMENT_STATE.test(code);
}

/** Codes that only a database gives: a SQLSTATE, or a result of SQLite. */
export const isDatabaseCode = (code: unknown): boolean =>
  typeof code === 'string' && /^(\d[0-9A-Z]{4}|[FHPX][0-9A-Z]\d{3}|SQLITE_\w+)$/.test(code);
