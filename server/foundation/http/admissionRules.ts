/** What waits on this server, and for how long, in ms. */
export interface Pressure {
  /** The read that has waited longest: for its turn, or for a connection to the database. */
  readsMs: number;
  /** The unit of work that has waited longest for its turn. */
  writesMs: number;
  /** By how much the process is late with everything it does. */
  loopMs: number;
}

/** `write`: answers, starts, and whatever else changes something. */
export type CallKind = 'read' | 'write';

/** From here on more of a kind would wait until their clients give up. Writes are taken longer: what was typed is in them. */
export const MOST_WAIT_MS: Record<CallKind, number> = { read: 1500, write: 5000 };

const LONGEST_PAUSE_SECONDS = 30;

/** How long a call of this kind would wait. */
const waitOf = (kind: CallKind, { readsMs, writesMs, loopMs }: Pressure): number =>
  Math.max(loopMs, kind === 'read' ? readsMs : writesMs);

/** @returns after how many seconds to come again; null for a call that is taken */
export function secondsToComeAgain(kind: CallKind, pressure: Pressure): number | null {
  const waitMs = waitOf(kind, pressure);
  return waitMs < MOST_WAIT_MS[kind] ? null : pauseFor(waitMs);
}

/** A queue that is so old needs about twice as long until it is gone. */
export const pauseFor = (waitMs: number): number =>
  Math.min(Math.max(Math.ceil((2 * waitMs) / 1000), 1), LONGEST_PAUSE_SECONDS);
