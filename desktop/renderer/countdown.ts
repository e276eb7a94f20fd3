import type { TextId } from './text.ts';

export type Urgency = 'calm' | 'soon' | 'urgent' | 'over';

export interface Countdown {
  urgency: Urgency;
  /** The words, and what stands in them. */
  text: TextId;
  values: Record<string, number>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const URGENT_MS = HOUR_MS;
const SOON_MS = 8 * HOUR_MS;

/**
 * The time that is left until an instant, in words that grow finer as it comes nearer (behaviour 3.1).
 *
 * @param expiresAt ISO 8601
 * @param now milliseconds
 */
export function countdown(expiresAt: string, now: number): Countdown {
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return { urgency: 'over', text: 'countdown.over', values: {} };
  const urgency: Urgency = leftMs < URGENT_MS ? 'urgent' : leftMs < SOON_MS ? 'soon' : 'calm';
  if (leftMs >= 2 * DAY_MS) return { urgency, text: 'countdown.days', values: { days: Math.floor(leftMs / DAY_MS) } };
  if (leftMs >= HOUR_MS) {
    const hours = Math.floor(leftMs / HOUR_MS);
    const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
    return hours >= 8 || minutes === 0
      ? { urgency, text: 'countdown.hours', values: { hours } }
      : { urgency, text: 'countdown.hoursMinutes', values: { hours, minutes } };
  }
  const minutes = Math.floor(leftMs / MINUTE_MS);
  return minutes >= 1
    ? { urgency, text: 'countdown.minutes', values: { minutes } }
    : { urgency, text: 'countdown.moments', values: {} };
}
