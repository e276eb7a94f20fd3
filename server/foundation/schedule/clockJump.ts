const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface Clocks {
  now(): number;
  /** Never steps. */
  steady(): number;
}

/**
 * A wall clock that has jumped forward by more than an hour is not believed for a day: it may be set right again, and
 * what was deleted in its name would not come back. A machine that slept looks the same, and is believed a day later.
 *
 * @param onJump called once for each jump, with its length in ms
 * @returns whether the clock can be believed now
 */
export function createClockTrust({ now, steady }: Clocks, onJump: (ms: number) => void): () => boolean {
  let ahead = now() - steady();
  let doubtedSince: number | null = null;
  return () => {
    const jump = now() - steady() - ahead;
    const isOld = doubtedSince !== null && steady() - doubtedSince >= DAY_MS;
    if (jump <= HOUR_MS || isOld) {
      ahead += jump;
      doubtedSince = null;
      return true;
    }
    if (doubtedSince === null) onJump(jump);
    doubtedSince ??= steady();
    return false;
  };
}
