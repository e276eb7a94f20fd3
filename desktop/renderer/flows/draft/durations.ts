export const UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks'] as const;
export type DurationUnit = (typeof UNITS)[number];

const SECONDS: Record<DurationUnit, number> = {
  seconds: 1,
  minutes: 60,
  hours: 60 * 60,
  days: 24 * 60 * 60,
  weeks: 7 * 24 * 60 * 60,
};
const WRITTEN = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/;

export interface PlainDuration {
  amount: number;
  unit: DurationUnit;
}

/** A duration in one unit, `PT1H30M` as 90 minutes; null for fractions of a second and invalid durations. */
export function plainDuration(value: unknown): PlainDuration | null {
  const seconds = secondsOf(value);
  if (seconds === null || seconds === 0) return null;
  const unit = UNITS.toReversed().find((each) => seconds % SECONDS[each] === 0)!;
  const [, weeks, days, hours, minutes] = typeof value === 'string' ? (WRITTEN.exec(value) ?? []) : [];
  const written = weeks ? 'weeks' : days ? 'days' : hours ? 'hours' : minutes ? 'minutes' : 'seconds';
  const kept = typeof value === 'string' && seconds % SECONDS[written] === 0 ? written : unit;
  return { amount: seconds / SECONDS[kept], unit: kept };
}

function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 && value % 1000 === 0 ? value / 1000 : null;
  const parts = typeof value === 'string' && value !== 'P' && !value.endsWith('T') ? WRITTEN.exec(value) : null;
  if (!parts) return null;
  const [weeks, days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const { weeks: week, days: day, hours: hour, minutes: minute } = SECONDS;
  return weeks * week + days * day + hours * hour + minutes * minute + seconds;
}

/** As ISO 8601. */
export function writtenDuration({ amount, unit }: PlainDuration): string {
  switch (unit) {
    case 'seconds':
      return `PT${amount}S`;
    case 'minutes':
      return `PT${amount}M`;
    case 'hours':
      return `PT${amount}H`;
    case 'days':
      return `P${amount}D`;
    case 'weeks':
      return `P${amount}W`;
  }
}
