const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/**
 * How long to wait before attempt number `attempt` (1 the first time), in milliseconds: twice as long each time, and
 * never the same for everybody, so that a server that comes back is not run over.
 *
 * @param random between 0 and 1
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random / 2));
}
