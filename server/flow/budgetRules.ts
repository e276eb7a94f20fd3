/** How long expressions of one execution may compute, in ms of processor time. */
export interface ExpressionBudget {
  perMinuteMs: number;
  totalMs: number;
}

/** What an execution has used up. Moments are those of a clock that never steps. */
export interface Spent {
  /** When the minute began that `inMinuteMs` is of. */
  since: number;
  inMinuteMs: number;
  totalMs: number;
}

const MINUTE_MS = 60_000;

export function spend(spent: Spent | undefined, ms: number, now: number): Spent {
  const totalMs = (spent?.totalMs ?? 0) + ms;
  if (!spent || now - spent.since >= MINUTE_MS) return { since: now, inMinuteMs: ms, totalMs };
  return { since: spent.since, inMinuteMs: spent.inMinuteMs + ms, totalMs };
}

/** Which of its budgets is used up: that of this minute, or all it has; null when it may go on. */
export function usedUp(
  spent: Spent | undefined,
  { perMinuteMs, totalMs }: ExpressionBudget,
  now: number,
): 'minute' | 'whole' | null {
  if (!spent) return null;
  if (spent.totalMs >= totalMs) return 'whole';
  return spent.inMinuteMs >= perMinuteMs && now - spent.since < MINUTE_MS ? 'minute' : null;
}
