export const UNITS = ['minutes', 'hours', 'days', 'weeks'] as const;
export type DurationUnit = (typeof UNITS)[number];

const MINUTES: Record<DurationUnit, number> = { minutes: 1, hours: 60, days: 24 * 60, weeks: 7 * 24 * 60 };
const WRITTEN = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?)$/;

export interface PlainDuration {
  amount: number;
  unit: DurationUnit;
}

/** A duration of one unit; null for one of several, such as `PT1H30M`, and for what is none. */
export function plainDuration(value: unknown): PlainDuration | null {
  const minutes = minutesOf(value);
  if (minutes === null || minutes === 0) return null;
  const unit = UNITS.toReversed().find((each) => minutes % MINUTES[each] === 0)!;
  const [, weeks, days, hours] = typeof value === 'string' ? (WRITTEN.exec(value) ?? []) : [];
  const written = weeks ? 'weeks' : days ? 'days' : hours ? 'hours' : 'minutes';
  const kept = typeof value === 'string' && minutes % MINUTES[written] === 0 ? written : unit;
  return { amount: minutes / MINUTES[kept], unit: kept };
}

function minutesOf(value: unknown): number | null {
  if (typeof value === 'number') return value > 0 && value % 60_000 === 0 ? value / 60_000 : null;
  const parts = typeof value === 'string' && value !== 'P' && !value.endsWith('T') ? WRITTEN.exec(value) : null;
  if (!parts) return null;
  const [weeks, days, hours, minutes] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return weeks * MINUTES.weeks + days * MINUTES.days + hours * MINUTES.hours + minutes;
}

/** As ISO 8601. */
export function writtenDuration({ amount, unit }: PlainDuration): string {
  switch (unit) {
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
