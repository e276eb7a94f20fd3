import { NUDGE_PAUSE_MS } from '../../contract/nudges.ts';

/**
 * For how long nobody may be reminded again, in ms; 0: now. A clock that was put back by more than the pause holds nobody up.
 *
 * @param lastAt when the last reminder of the same request was sent
 */
export const nudgePauseMs = (lastAt: number | null, now: number): number =>
  lastAt === null || Math.abs(now - lastAt) >= NUDGE_PAUSE_MS
    ? 0
    : Math.min(lastAt + NUDGE_PAUSE_MS - now, NUDGE_PAUSE_MS);
