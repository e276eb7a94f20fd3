import { clockAt, withOffset } from '../../../contract/answers.ts';
import type { Person } from '../../../contract/people.ts';

const NIGHT_BEGINS_HOUR = 2;
const NIGHT_MINUTES = 180;
const DAY_MS = 24 * 60 * 60_000;

/** A hash that is stable per text and evenly distributed. */
const spread = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 7);

/**
 * When a person's profile is due next: in the coming night of this time zone, at a minute of the person's own, so that
 * the directory is not asked for everybody at once. In ms since 1970, later than `now`.
 */
export function nextNight(now: number, personId: string, timeZone: string): number {
  const minute = spread(personId) % NIGHT_MINUTES;
  const clock = [NIGHT_BEGINS_HOUR + Math.floor(minute / 60), minute % 60].map((each) => String(each).padStart(2, '0'));
  const local = clockAt(now, timeZone); // days are added to it, not to `now`: a day may have 23 hours
  const nights = [0, 1].map((days) => {
    const day = new Date(local + days * DAY_MS).toISOString().slice(0, 10);
    return Date.parse(withOffset(`${day}T${clock.join(':')}`, timeZone));
  });
  return nights.find((at) => at > now)!;
}

export interface Photo {
  /** Media type. */
  type: 'image/jpeg' | 'image/png';
  /** In base64. */
  content: string;
}

const BEGINNINGS: [Photo['type'], Buffer][] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** Detects a picture's type by its first bytes, whatever it claims to be; null for all other content. */
export function photoIn(bytes: Buffer | null): Photo | null {
  const known = bytes && BEGINNINGS.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning));
  return known ? { type: known[0], content: bytes.toString('base64') } : null;
}

/** A person's language and time zone. */
export interface ReadingPreferences {
  /** Chosen in the client, as a BCP 47 tag. */
  spoken: string | null;
  /** From the directory, as a BCP 47 tag. */
  language: string | null;
  timeZone: string | null;
}

/**
 * A person with the language and time zone for messages. Their own choice comes first, then the synchronised directory
 * entry, then the language they had when `person` was stored.
 */
export function asReader(person: Person, preferences: ReadingPreferences | null): Person {
  const language = preferences?.spoken ?? preferences?.language ?? person.language;
  const timeZone = preferences?.timeZone;
  return { ...person, ...(language && { language }), ...(timeZone && { timeZone }) };
}
