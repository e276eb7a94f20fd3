/** The minimum time between two reminders. */
export const NUDGE_PAUSE_MS = 3_600_000;
