/** How many rows one unit seals. */
export const SEAL_ROWS = { first: 250, least: 1, most: 2000 };

/** The target duration of a unit, in ms: other writers wait for at most one. */
const AIM_MS = { least: 30, most: 120 };

/**
 * How many rows the next unit takes.
 * @param tookMs how long the last one took for `rows`; null: it passed its deadline and was rolled back
 */
export function nextSize(rows: number, tookMs: number | null): number {
  if (tookMs === null || tookMs > AIM_MS.most) return Math.max(SEAL_ROWS.least, rows >> 1);
  return tookMs < AIM_MS.least ? Math.min(SEAL_ROWS.most, rows * 2) : rows;
}
