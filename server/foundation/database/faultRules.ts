// cspell:ignore FHPX
/** What a database driver's error tells about itself. */
export interface Fault {
  code?: unknown;
  message?: string;
}

/**
 * PostgreSQL error classes caused by the statement: unsupported, data, constraints, too large, syntax. Excluded are a
 * table or column that is missing or not accessible: then the database itself is wrong.
 */
const STATEMENT_STATE = /^(0A|2[0-3]|44|54|42(?!P01|703|501))/;
const STATEMENT_RESULT = /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE)/;
const NOT_AS_IT_SHOULD_BE = /no such (table|column)/;

/**
 * True if the database could not do its work: it is unreachable, locked, full, broken, too slow, or has another schema.
 * False if it rejected the statement. Only for errors from its driver.
 */
export function isDatabaseDown({ code, message = '' }: Fault): boolean {
  if (typeof code !== 'string') return true; // a lost connection has no code
  if (STATEMENT_RESULT.test(code)) return NOT_AS_IT_SHOULD_BE.test(message);
  return !STATEMENT_STATE.test(code);
}

/** Codes only a database uses: an SQLSTATE, or a SQLite result code. */
export const isDatabaseCode = (code: unknown): boolean =>
  typeof code === 'string' && /^(\d[0-9A-Z]{4}|[FHPX][0-9A-Z]\d{3}|SQLITE_\w+)$/.test(code);

/** Codes of a connection that was lost, refused or closed: which one a part meets is chance. */
const OF_CONNECTION = /^(E[A-Z_]+|08\w{3}|57P0[123])$/;

/** What ails the database, as far as the error tells: faults of one kind need one line in the log. */
export const faultKindOf = ({ code }: Fault): string =>
  typeof code !== 'string' || OF_CONNECTION.test(code) ? 'connection' : code;

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** How long the log says nothing more of a fault after a line about it, in ms. @param before the pause before it, or 0 */
export const pauseAfter = (before: number): number => Math.min(2 * before || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
