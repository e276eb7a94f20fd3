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
import { markUsed, readKnown, readOwn, readShown, storeManner, type Known } from './profileStore.ts';
import { createProfileSync } from './profileSync.ts';

/** What is shown of people who use this beside their names, and how they are spoken to (behaviour 5.3 B). */
export interface Profiles {
  /** Somebody has done something here: they are written down behind it, twice a day at most, and their profile is read. */
  used(personId: string): void;
  /** Null: nothing is kept of them. */
  own(personId: string): Promise<OwnProfile | null>;
  /** What the person says themselves, as BCP 47 tag and IANA name; a profile that is old is read anew behind it. */
  say(personId: string, said: { language?: string | undefined; timeZone?: string | undefined }): Promise<void>;
  /** Reads the directory now, unless it has just been read. @throws DirectoryError */
  refresh(personId: string): Promise<void>;
  /** Those of whom something is kept. */
  shown(ids: readonly string[]): Promise<ShownProfile[]>;
  /** The person as messages are written for them, with the language and the time zone that they read; at most a minute old. */
  asReader(person: Person): Promise<Person>;
  /** What stands beside a name; null where nothing is known. At most a minute old. */
  workOf(personId: string): Promise<string | null>;
  /** Resolves when everybody who was here is written down. */
  idle(): Promise<void>;
  /** Reads profiles whose turn it is. */
  loop: Loop;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: Pick<Directory, 'profile'>;
  /** Whose night it is when all profiles are read. */
  timeZone: string;
  now(): number;
  /** For how long something is. */
  steady(): number;
  report(error: unknown, about: string): void;
  /** How often is looked for those whose turn it is. */
  everyMs?: number | undefined;
}

const LOOK_EVERY_MS = 30_000;
const HOUR_MS = 60 * 60_000;
/** Somebody who is here all day is written down twice. */
const USED_EVERY_MS = 12 * HOUR_MS;
/** Of so many it is known that they have been written down. */
const MOST_USED = 20_000;
const CACHE = { timeToLiveMs: 60_000, missingTimeToLiveMs: 60_000, maxEntries: 20_000 };

export function createProfiles(parts: Parts): Profiles {
  const { units, reader, now, steady, everyMs = LOOK_EVERY_MS } = parts;
  const sync = createProfileSync(parts);
  const known = createTimedCache<Known | null>({ ...CACHE, now: steady });
  const written = new LRUCache<string, true>({ max: MOST_USED, ttl: USED_EVERY_MS, perf: { now: steady } });
  let lastWritten: Promise<void> = Promise.resolve();

  const knownOf = (id: string): Promise<Known | null> =>
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
      // at once: whoever is erased a moment later is not written down again; what fails comes with the next call
      lastWritten = writing.add(id).catch(() => void written.delete(id));
    },
    idle: () => lastWritten,
    own: (id) => readOwn(reader, id),
    async say(id, { language, timeZone }) {
      await units.run(({ trx }) => storeManner(trx, id, { spoken: language, timeZone, now: now() }));
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
