/** What an attempt came to. `retryAfterMs` null: trying again cannot help. */
export type Attempted =
  | { kind: 'posted'; version: number; address: Record<string, string> }
  | { kind: 'closed' }
  | { kind: 'failed'; error: string; retryAfterMs: number | null };

export interface DeliveryChange {
  state: 'queued' | 'sent' | 'failed' | 'skipped';
  nextAttemptAt: number | null;
  error: string | null;
}

/** The last attempt is made about a day and a half after the first. */
export const MAX_ATTEMPTS = 20;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 3 * 60 * 60 * 1000;
const LONGEST_ERROR = 500;

/**
 * 5 s, 10 s, 20 s … up to 3 h; a quarter of it by chance, so that a platform that comes back is not met by everyone at once.
 * @param random 0 … 1
 */
export function backOffMs(attempts: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (0.75 + random / 4));
}

/** What becomes of a delivery after its attempt number `attempts`. */
export function afterAttempt(attempted: Attempted, attempts: number, now: number, random: number): DeliveryChange {
  if (attempted.kind === 'posted') return { state: 'sent', nextAttemptAt: null, error: null };
  if (attempted.kind === 'closed') return { state: 'skipped', nextAttemptAt: null, error: null };
  const error = attempted.error.slice(0, LONGEST_ERROR);
  if (attempted.retryAfterMs === null || attempts >= MAX_ATTEMPTS)
    return { state: 'failed', nextAttemptAt: null, error };
  return { state: 'queued', nextAttemptAt: now + Math.max(attempted.retryAfterMs, backOffMs(attempts, random)), error };
}

/** The next channel for a person whom one could not reach; null: none is left. */
export function nextFallback(fallback: readonly string[], failed: string): string | null {
  const place = fallback.indexOf(failed);
  return fallback[place + 1] ?? null;
}
