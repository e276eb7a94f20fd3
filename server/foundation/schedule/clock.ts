/**
 * A clock for intervals: it starts at wall-clock time, runs at real pace, and never steps. Use the wall clock for what
 * is stored, and this one for how long ago something was and when to look again.
 *
 * @returns a function that gives ms; comparable only with other values of the same function
 */
export function createSteadyClock(): () => number {
  const beginning = Date.now() - performance.now();
  return () => Math.round(beginning + performance.now());
}
