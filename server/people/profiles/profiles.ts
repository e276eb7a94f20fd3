import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { OwnProfile, ShownProfile } from '../../../contract/profiles.ts';
import type { Person } from '../../../contract/people.ts';
import { workOf } from '../../../contract/profileRules.ts';
import { createBatcher } from '../../foundation/database/batcher.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../../foundation/schedule/loops.ts';
import { isObjectId, type Directory } from '../directory/directory.ts';
import { createTimedCache } from '../directory/timedCache.ts';
import { asReader } from './profileRules.ts';
import { markUsed, readKnown, readOwn, readShown, storePreferences, type StoredProfile } from './profileStore.ts';
import { createProfileSync } from './profileSync.ts';

/** What is shown about people beside their names, and their language and time zone (behaviour 5.3 B). */
export interface Profiles {
  /** Records in the background that a person was active, at most every 12 hours, which also makes a new profile due. */
  used(personId: string): void;
  /** Null: nothing is stored about them. */
  own(personId: string): Promise<OwnProfile | null>;
  /** Stores the person's own choices: a BCP 47 tag and an IANA zone. An old profile is read again in the background. */
  say(personId: string, said: { language?: string | undefined; timeZone?: string | undefined }): Promise<void>;
  /** Reads the directory now, unless that has just been done. @throws DirectoryError */
  refresh(personId: string): Promise<void>;
  /** Only people with a stored profile. */
  shown(ids: readonly string[]): Promise<ShownProfile[]>;
  /** The person with the language and time zone for messages; at most a minute old. */
  asReader(person: Person): Promise<Person>;
  /** The line shown beside a name; null if nothing is known. At most a minute old. */
  workOf(personId: string): Promise<string | null>;
  /** Resolves when all pending activity has been recorded. */
  idle(): Promise<void>;
  /** Reads profiles that are due. */
  loop: Loop;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: Pick<Directory, 'profile'>;
  /** The time zone whose night is used for reading profiles. */
  timeZone: string;
  now(): number;
  /** Measures intervals. */
  steady(): number;
  report(error: unknown, about: string): void;
  /** How often the loop looks for profiles that are due. */
  everyMs?: number | undefined;
}

const LOOK_EVERY_MS = 30_000;
const HOUR_MS = 60 * 60_000;
/** A person active all day is recorded twice. */
const USED_EVERY_MS = 12 * HOUR_MS;
/** How many recorded people to remember. */
const MOST_USED = 20_000;
const CACHE = { timeToLiveMs: 60_000, missingTimeToLiveMs: 60_000, maxEntries: 20_000 };

export function createProfiles(parts: Parts): Profiles {
  const { units, reader, now, steady, everyMs = LOOK_EVERY_MS } = parts;
  const sync = createProfileSync(parts);
  const known = createTimedCache<StoredProfile | null>({ ...CACHE, now: steady });
  const written = new LRUCache<string, true>({ max: MOST_USED, ttl: USED_EVERY_MS, perf: { now: steady } });
  let lastWritten: Promise<void> = Promise.resolve();

  const knownOf = (id: string): Promise<StoredProfile | null> =>
    isObjectId(id) ? known(id, () => readKnown(reader, id)) : Promise.resolve(null);

  const writing = createBatcher<string, void>({
    perform: async (people) => {
      await units.run(({ trx }) => markUsed(trx, people, now()));
      return people.map(() => undefined);
    },
  });

  return {
    used(id) {
      if (!isObjectId(id) || written.has(id)) return;
      written.set(id, true);
      // at once: a person erased a moment later must not be recorded again; after an error the next call tries again
      lastWritten = writing.add(id).catch(() => void written.delete(id));
    },
    idle: () => lastWritten,
    own: (id) => readOwn(reader, id),
    async say(id, { language, timeZone }) {
      await units.run(({ trx }) => storePreferences(trx, id, { spoken: language, timeZone, now: now() }));
      sync.readOld(id);
    },
    refresh: (id) => sync.refresh(id),
    shown: (ids) => readShown(reader, ids),
    asReader: async (person) => asReader(person, await knownOf(person.id)),
    async workOf(id) {
      const profile = await knownOf(id);
      return profile && workOf(profile);
    },
    loop: every('people.profiles', everyMs, (at) => sync.readDue(at)),
  };
}
