/** How long after a reminder the next one may follow. */
export const NUDGE_PAUSE_MS = 3_600_000;
