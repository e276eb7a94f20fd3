const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/**
 * The wait before attempt number `attempt` (from 1), in milliseconds. It doubles each time and is randomized, so that
 * clients do not overload a server that comes back.
 *
 * @param random between 0 and 1
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random / 2));
}
