import type { TextId } from './text.ts';

export type Urgency = 'calm' | 'soon' | 'urgent' | 'over';

export interface Countdown {
  urgency: Urgency;
  /** The message id and its values. */
  text: TextId;
  values: Record<string, number>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const URGENT_MS = HOUR_MS;
const SOON_MS = 8 * HOUR_MS;

/**
 * The time left until an instant, in units that get finer as it approaches (behaviour 3.1). Rounds to the unit, so that
 * one day does not become 23 hours a second later.
 *
 * @param expiresAt ISO 8601
 * @param now milliseconds
 */
export function countdown(expiresAt: string, now: number): Countdown {
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return { urgency: 'over', text: 'countdown.over', values: {} };
  const urgency: Urgency = leftMs < URGENT_MS ? 'urgent' : leftMs < SOON_MS ? 'soon' : 'calm';
  const hours = Math.round(leftMs / HOUR_MS);
  if (hours >= 48) return { urgency, text: 'countdown.days', values: { days: Math.round(hours / 24) } };
  const minutes = Math.round(leftMs / MINUTE_MS);
  if (minutes >= 8 * 60) return { urgency, text: 'countdown.hours', values: { hours } };
  if (minutes >= 60)
    return minutes % 60 === 0
      ? { urgency, text: 'countdown.hours', values: { hours: minutes / 60 } }
      : { urgency, text: 'countdown.hoursMinutes', values: { hours: Math.floor(minutes / 60), minutes: minutes % 60 } };
  return leftMs >= MINUTE_MS
    ? { urgency, text: 'countdown.minutes', values: { minutes } }
    : { urgency, text: 'countdown.moments', values: {} };
}
