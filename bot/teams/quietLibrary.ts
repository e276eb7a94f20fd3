/** The library's message for an invalid token, which lists Microsoft's keys. */
const REFUSED = /^Error finding key for token\./;

const isRefusal = (said: unknown): boolean =>
  said instanceof Error ? said.name === 'TokenExpiredError' : typeof said === 'string' && REFUSED.test(said);

let isQuiet = false;

/**
 * Keeps the library from printing unbounded lines per forged token. The refusal is logged as a security event, which is
 * rate limited.
 */
export function quietLibrary(target: Console = console): void {
  if (isQuiet) return;
  isQuiet = true;
  const print = target.error.bind(target);
  target.error = (...said) => {
    if (!isRefusal(said[0])) print(...said);
  };
}
