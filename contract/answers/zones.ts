/** By which clock a date and time without an offset is read. */
export interface Clock {
  /** The name of a time zone: `Europe/Berlin`. */
  zone: string;
  /** Whether it is the person's own, and not just that of the server. */
  isOwn: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What an offset is missing from: seconds may be left out. */
const BARE = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?$/;
/** Names only: an offset such as `+01:00` knows no summer time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** A time zone by its name, as platforms and browsers tell it; undefined for what is none. */
export function zoneOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || !ZONE_NAME.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}

/** To make one takes a hundred times as long as to use it. */
const offsets = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones; names may be written in many ways. */
const MOST_ZONES = 1000;

function offsetFormat(zone: string): Intl.DateTimeFormat {
  const known = offsets.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  if (offsets.size < MOST_ZONES) offsets.set(zone, made);
  return made;
}

/** Whole minutes: the seconds that offsets had long ago cannot be written down. */
function offsetAt(at: number, zone: string): number {
  const named = offsetFormat(zone).format(at);
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(`${named}+00:00`)!; // UTC may stand there as `GMT`
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

/** What the clocks of a zone show at an instant, in ms as if they were those of UTC. */
export const clockAt = (at: number, zone: string): number => at + offsetAt(at, zone) * MINUTE_MS;

/**
 * The first instant at which the clocks of a zone show at least this: of a time that they show twice the first, and for one
 * that they leave out the moment at which they have been put forward.
 *
 * @param clock in ms, as if it were by the clocks of UTC
 */
export function firstAt(clock: number, zone: string): number {
  const [before, after] = offsetsAround(clock, zone);
  const shown = instantsShowing(clock, zone, [before, after]);
  if (shown.length > 0) return Math.min(...shown);
  // they are put forward after `early`, and by `late` at the latest
  let [early, late] = [clock - after * MINUTE_MS, clock - before * MINUTE_MS] as const;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    [early, late] = clockAt(middle, zone) < clock ? [middle, late] : [early, middle];
  }
  return late;
}

/** The offsets a day before and after. */
const offsetsAround = (clock: number, zone: string): [before: number, after: number] => [
  offsetAt(clock - DAY_MS, zone),
  offsetAt(clock + DAY_MS, zone),
];

/** With which of these offsets the clocks show it. */
const instantsShowing = (clock: number, zone: string, candidates: number[]): number[] =>
  candidates.map((offset) => clock - offset * MINUTE_MS).filter((at) => clockAt(at, zone) === clock);

const two = (count: number): string => String(count).padStart(2, '0');

/** An instant as the clocks of a zone show it, with the offset that they have then: `2026-12-24T18:00:00+01:00`. */
export function inZone(at: number, zone: string, fraction = ''): string {
  const offset = offsetAt(at, zone);
  const size = Math.abs(offset);
  const clock = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  return `${clock}${fraction}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * A date and time by the clocks of a zone (`2026-12-24T18:00`), with its offset. As in browsers, one that clocks show twice
 * in autumn is the first, and one that they leave out in spring is as much later as they are put forward. What has an
 * offset, or is no date and time, comes back as it is.
 */
export function withOffset(bare: string, zone: string): string {
  const [, day, time, seconds = ':00', fraction] = BARE.exec(bare) ?? [];
  const clock = Date.parse(`${day}T${time}${seconds}Z`);
  if (day === undefined || Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(day)) return bare;
  const [before, after] = offsetsAround(clock, zone);
  const shown = instantsShowing(clock, zone, [before, after]);
  return inZone(shown.length > 0 ? Math.min(...shown) : clock - before * MINUTE_MS, zone, fraction);
}

type Say = (id: 'message.clock.own' | 'message.clock.server', values: { zone: string }) => string;

/** Beside a field, by whose clock a date and time is read. */
export const clockHint = ({ zone, isOwn }: Clock, { say }: { say: Say }): string =>
  say(isOwn ? 'message.clock.own' : 'message.clock.server', { zone });
