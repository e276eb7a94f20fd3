/**
 * A clock for intervals: it agrees with the wall clock when it is made, goes on at the pace of real time, and never steps.
 * What is stored is of the wall clock; how long ago something was, and when to look again, is of this one.
 *
 * @returns a function that gives ms; comparable only with what the same function gave
 */
export function createSteadyClock(): () => number {
  const beginning = Date.now() - performance.now();
  return () => Math.round(beginning + performance.now());
}
