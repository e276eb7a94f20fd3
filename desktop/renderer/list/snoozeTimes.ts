export const SNOOZE_PRESETS = ['hour', 'afternoon', 'tomorrow', 'monday'] as const;
export type SnoozePreset = (typeof SNOOZE_PRESETS)[number];

const HOUR_MS = 3_600_000;
const AFTERNOON = 14;
const MORNING = 9;

/**
 * The snooze presets in the person's time zone, between now and the deadline.
 *
 * @param now milliseconds, as `expiresAt`
 */
export function snoozePresets(now: number, expiresAt: number): { id: SnoozePreset; at: number }[] {
  const date = new Date(now);
  const clock = (days: number, hours: number): number =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours).getTime();
  const toMonday = (8 - date.getDay()) % 7 || 7;
  const times: Record<SnoozePreset, number> = {
    hour: now + HOUR_MS,
    afternoon: clock(0, AFTERNOON),
    tomorrow: clock(1, MORNING),
    monday: toMonday > 1 ? clock(toMonday, MORNING) : 0, // otherwise the same as tomorrow
  };
  return SNOOZE_PRESETS.map((id) => ({ id, at: times[id] })).filter(({ at }) => at > now && at < expiresAt);
}

/** An instant as the value of a date and time field, in the person's time zone. */
export function fieldText(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
