import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { OwnProfile, ShownProfile } from '../../../contract/profiles.ts';
import type { Person } from '../../../contract/people.ts';
import { workOf } from '../../../contract/profileRules.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../../foundation/schedule/loops.ts';
import { isObjectId, type Directory } from '../directory/directory.ts';
import { createTimedCache } from '../directory/timedCache.ts';
import { asReader } from './profileRules.ts';
import { markUsed, readKnown, readOwn, readShown, storeManner, type Known } from './profileStore.ts';
import { createProfileSync } from './profileSync.ts';

/** What is shown of people who use this beside their names, and how they are spoken to (behaviour 5.3 B). */
export interface Profiles {
  /** Somebody has done something here: they are kept, and their profile is. Costs nothing; what is lost in a crash comes again. */
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
}

const LOOK_EVERY_MS = 30_000;
const HOUR_MS = 60 * 60_000;
/** Somebody who is here all day is written down twice. */
const USED_EVERY_MS = 12 * HOUR_MS;
/** Who is new while so many wait to be written down is written down when they come again. */
const MOST_USED = 20_000;
const CACHE = { timeToLiveMs: 60_000, missingTimeToLiveMs: 60_000, maxEntries: 20_000 };

export function createProfiles(parts: Parts): Profiles {
  const { units, reader, now, steady } = parts;
  const sync = createProfileSync(parts);
  const known = createTimedCache<Known | null>({ ...CACHE, now: steady });
  const written = new LRUCache<string, true>({ max: MOST_USED, ttl: USED_EVERY_MS, perf: { now: steady } });
  let using = new Set<string>();

  const knownOf = (id: string): Promise<Known | null> =>
    isObjectId(id) ? known(id, () => readKnown(reader, id)) : Promise.resolve(null);

  async function writeUsed(at: number): Promise<void> {
    if (using.size === 0) return;
    const people = [...using];
    using = new Set();
    await units
      .run(({ trx }) => markUsed(trx, people, at))
      .catch((error: unknown) => {
        for (const id of people) written.delete(id);
        throw error;
      });
  }

  return {
    used(id) {
      if (!isObjectId(id) || written.has(id) || using.size >= MOST_USED) return;
      written.set(id, true);
      using.add(id);
    },
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
    loop: every('people.profiles', LOOK_EVERY_MS, async (at) => {
      await writeUsed(at);
      return sync.readDue(at);
    }),
  };
}
