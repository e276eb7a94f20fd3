import { recentlyMade } from '../recentlyMade.ts';

/** The time zone for a date and time without an offset. */
export interface Clock {
  /** IANA name: `Europe/Berlin`. */
  zone: string;
  /** True: the person's own zone. False: the server's, as a fallback. */
  isOwn: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A date and time without an offset; seconds are optional. */
const BARE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?$/;
/** Names only: an offset such as `+01:00` has no daylight saving time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** Validates a time zone name as platforms and browsers report it; undefined if it is not one. */
export function zoneOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || !ZONE_NAME.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}

/** Creating a format takes a hundred times as long as using it. */
const offsetFormats = recentlyMade<Intl.DateTimeFormat>(1000);

const offsetFormat = (zone: string): Intl.DateTimeFormat =>
  offsetFormats(zone, () => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }));

/** Whole minutes: ISO 8601 cannot express the seconds in historical offsets. */
function offsetAt(at: number, zone: string): number {
  const named = offsetFormat(zone).format(at);
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(`${named}+00:00`)!; // UTC may stand there as `GMT`
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

/** The local time of a zone at an instant, in ms as if it were UTC. */
export const clockAt = (at: number, zone: string): number => at + offsetAt(at, zone) * MINUTE_MS;

/**
 * The first instant at which a zone's local time is at least `clock`. For a local time that occurs twice, the first;
 * for one that is skipped, the moment the clocks change.
 *
 * @param clock local time in ms, as if it were UTC
 */
export function firstAt(clock: number, zone: string): number {
  const [before, after] = offsetsAround(clock, zone);
  const shown = instantsShowing(clock, zone, [before, after]);
  if (shown.length > 0) return Math.min(...shown);
  // the clocks change after `early` and no later than `late`
  let [early, late] = [clock - after * MINUTE_MS, clock - before * MINUTE_MS] as const;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    [early, late] = clockAt(middle, zone) < clock ? [middle, late] : [early, middle];
  }
  return late;
}

/** The zone's offsets one day before and one day after. */
const offsetsAround = (clock: number, zone: string): [before: number, after: number] => [
  offsetAt(clock - DAY_MS, zone),
  offsetAt(clock + DAY_MS, zone),
];

/** The candidate instants at which the zone's local time is `clock`. */
const instantsShowing = (clock: number, zone: string, candidates: number[]): number[] =>
  candidates.map((offset) => clock - offset * MINUTE_MS).filter((at) => clockAt(at, zone) === clock);

const two = (count: number): string => String(count).padStart(2, '0');

/** An instant in a zone's local time, with its offset: `2026-12-24T18:00:00+01:00`. */
export function inZone(at: number, zone: string, fraction = ''): string {
  const offset = offsetAt(at, zone);
  const size = Math.abs(offset);
  const clock = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  return `${clock}${fraction}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Whether a day such as `2026-02-30` exists: the clock would take that one for the 2nd of March. */
export function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/**
 * Adds the zone's offset to a local date and time (`2026-12-24T18:00`). As in browsers, a time that occurs twice in
 * autumn means the first one, and one that is skipped in spring moves forward by the clock change. Returns other text,
 * and times that have an offset, unchanged.
 */
export function withOffset(bare: string, zone: string): string {
  const [, day, time, seconds = ':00', fraction] = BARE.exec(bare) ?? [];
  const clock = Date.parse(`${day}T${time}${seconds}Z`);
  if (day === undefined || Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(day)) return bare;
  const [before, after] = offsetsAround(clock, zone);
  const shown = instantsShowing(clock, zone, [before, after]);
  return inZone(shown.length > 0 ? Math.min(...shown) : clock - before * MINUTE_MS, zone, fraction);
}

/** The midnight at which a day ends, as ISO 8601 may write it. */
const END_OF_DAY = /^(\d{4}-\d{2}-\d{2})T24:00(:00(\.0{1,9})?)?$/;

/**
 * The moment of a date and time in ISO 8601, by the zone's clock if it has no offset; in ms since 1970, NaN for other
 * text. @param text its day is real
 */
export function momentOf(text: string, zone: string): number {
  const [, day] = END_OF_DAY.exec(text) ?? [];
  if (day === undefined) return Date.parse(withOffset(text, zone));
  const next = new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return Date.parse(withOffset(`${next}T00:00`, zone));
}

type Say = (id: 'message.clock.own' | 'message.clock.server', values: { zone: string }) => string;

/** The hint beside a field that names the time zone used. */
export const clockHint = ({ zone, isOwn }: Clock, { say }: { say: Say }): string =>
  say(isOwn ? 'message.clock.own' : 'message.clock.server', { zone });
