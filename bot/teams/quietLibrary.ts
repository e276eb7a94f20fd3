/** What the library says of a token that is not good, with the keys of Microsoft. */
const REFUSED = /^Error finding key for token\./;

const isRefusal = (said: unknown): boolean =>
  said instanceof Error ? said.name === 'TokenExpiredError' : typeof said === 'string' && REFUSED.test(said);

let isQuiet = false;

/**
 * Keeps the library from printing lines for every forged token, which nobody bounds: the refusal is a security event, of
 * which the log has so many lines a minute.
 */
export function quietLibrary(target: Console = console): void {
  if (isQuiet) return;
  isQuiet = true;
  const print = target.error.bind(target);
  target.error = (...said) => {
    if (!isRefusal(said[0])) print(...said);
  };
}
