import { inZone, typedValue, zoneOf, type Clock, type Typist } from '../../contract/answers.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import type { Activity } from './activity.ts';

const OFFSET = /^UTC([+-]\d{2}:\d{2})$/;
const BARE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const offsetIn = (zone = ''): string | undefined => OFFSET.exec(zone)?.[1];

/** The sender's time zone, as reported by Teams: by name, otherwise the current offset (`UTC+05:30`). */
export function zoneIn({ localTimezone, localTimestamp }: Pick<Activity, 'localTimezone' | 'localTimestamp'>) {
  const offset = /[+-]\d{2}:\d{2}$/.exec(localTimestamp ?? '')?.[0];
  return zoneOf(localTimezone) ?? (offset && `UTC${offset}`);
}

export const clockOf = (zone: string | undefined): Clock | undefined =>
  zone === undefined ? undefined : { zone, isOwn: true };

/** Parses typed text; a date and time is in the person's time zone. */
export function readMoment(spec: VariableSpec, typed: string, { zone, decimal }: Typist): unknown {
  const offset = offsetIn(zone);
  const value = typedValue(spec, typed, { zone: offset ? undefined : zone, decimal });
  return offset && typeof value === 'string' && BARE.test(value) ? `${value}:00${offset}` : value;
}

/** An instant in the person's local time (`2026-12-24T18:00`); undefined if their zone is unknown. */
export function shownMoment(value: unknown, zone: string | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (BARE.test(value)) return value;
  const at = Date.parse(value);
  if (zone === undefined || Number.isNaN(at)) return undefined;
  const offset = offsetIn(zone);
  if (offset === undefined) return inZone(at, zone).slice(0, 16);
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number];
  const sign = offset.startsWith('-') ? -1 : 1;
  return new Date(at + sign * (hours * 60 + minutes) * 60_000).toISOString().slice(0, 16);
}
