const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Whether the wall clock can be believed now. Both in ms; the steady clock never steps. */
type ClockTrust = (now: number, steady: number) => boolean;

/**
 * A wall clock that has jumped forward by more than an hour is not believed for a day: it may be set right again, and
 * what was deleted in its name would not come back. A machine that slept looks the same, and is believed a day later.
 * Jumps count from the first call.
 *
 * @param onJump called once for each jump, with its length in ms
 */
export function createClockTrust(onJump: (ms: number) => void = () => undefined): ClockTrust {
  let ahead: number | null = null;
  let doubtedSince: number | null = null;
  return (now, steady) => {
    ahead ??= now - steady;
    const jump = now - steady - ahead;
    const isOld = doubtedSince !== null && steady - doubtedSince >= DAY_MS;
    if (jump <= HOUR_MS || isOld) {
      ahead += jump;
      doubtedSince = null;
      return true;
    }
    if (doubtedSince === null) onJump(jump);
    doubtedSince ??= steady;
    return false;
  };
}
