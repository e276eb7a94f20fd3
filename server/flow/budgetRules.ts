/** How long the expressions of one execution may compute, in ms of processor time. */
export interface ExpressionBudget {
  perMinuteMs: number;
  totalMs: number;
}

/** What an execution has used. Times are of the steady clock. */
export interface SpentTime {
  /** Start of the minute that `inMinuteMs` counts. */
  since: number;
  inMinuteMs: number;
  totalMs: number;
}

const MINUTE_MS = 60_000;

export function spend(spent: SpentTime | undefined, ms: number, now: number): SpentTime {
  const totalMs = (spent?.totalMs ?? 0) + ms;
  if (!spent || now - spent.since >= MINUTE_MS) return { since: now, inMinuteMs: ms, totalMs };
  return { since: spent.since, inMinuteMs: spent.inMinuteMs + ms, totalMs };
}

/** The exhausted budget: this minute's or the total; null if the execution may continue. */
export function usedUp(
  spent: SpentTime | undefined,
  { perMinuteMs, totalMs }: ExpressionBudget,
  now: number,
): 'minute' | 'whole' | null {
  if (!spent) return null;
  if (spent.totalMs >= totalMs) return 'whole';
  return spent.inMinuteMs >= perMinuteMs && now - spent.since < MINUTE_MS ? 'minute' : null;
}
