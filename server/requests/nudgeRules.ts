import { NUDGE_PAUSE_MS } from '../../contract/nudges.ts';

/**
 * How long until a reminder may be sent again, in ms; 0: now. A clock that was set back by more than the pause delays
 * nothing.
 * @param lastAt when the last reminder of this request was sent
 */
export const nudgePauseMs = (lastAt: number | null, now: number): number =>
  lastAt === null || Math.abs(now - lastAt) >= NUDGE_PAUSE_MS
    ? 0
    : Math.min(lastAt + NUDGE_PAUSE_MS - now, NUDGE_PAUSE_MS);
