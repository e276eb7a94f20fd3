/** How long work has been waiting on this server, in ms. */
export interface Pressure {
  /** The longest-waiting read: for a slot, or for a database connection. */
  readsMs: number;
  /** The longest-waiting unit of work. */
  writesMs: number;
  /** How late the event loop is. */
  loopMs: number;
}

/** `write`: answers, starts, and whatever else changes something. */
export type CallKind = 'read' | 'write';

/** Beyond this, clients would give up before they are served. Writes get longer: they carry what people typed. */
export const MOST_WAIT_MS: Record<CallKind, number> = { read: 1500, write: 5000 };

const LONGEST_PAUSE_SECONDS = 30;

/** How long a call of this kind would wait. */
const waitOf = (kind: CallKind, { readsMs, writesMs, loopMs }: Pressure): number =>
  Math.max(loopMs, kind === 'read' ? readsMs : writesMs);

/** @returns after how many seconds to retry; null if the call is admitted */
export function secondsToComeAgain(kind: CallKind, pressure: Pressure): number | null {
  const waitMs = waitOf(kind, pressure);
  return waitMs < MOST_WAIT_MS[kind] ? null : pauseFor(waitMs);
}

/** A queue this old takes about twice as long to drain. */
export const pauseFor = (waitMs: number): number =>
  Math.min(Math.max(Math.ceil((2 * waitMs) / 1000), 1), LONGEST_PAUSE_SECONDS);
