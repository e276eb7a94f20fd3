import type { Knex } from 'knex';
import pMap from 'p-map';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import { nextNight, photoIn } from './profileRules.ts';
import { dropProfile, giveBack, readOwn, storeSynced, takeDue, type Synced } from './profileStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: Pick<Directory, 'profile'>;
  timeZone: string;
  now(): number;
  report(error: unknown, about: string): void;
}

export interface ProfileSync {
  /** Reads a batch of profiles that are due. True: there may be more. */
  readDue(now: number): Promise<boolean>;
  /** Reads one profile from the directory, unless it is less than a minute old. @throws DirectoryError */
  refresh(person: string): Promise<void>;
  /** Reads one profile in the background, if it is older than a day. */
  readOld(person: string): void;
}

const AT_ONCE = 4;
const BATCH = 50;
/** A server that claimed people and stores nothing within this time has died, or cannot reach the directory. */
const TURN_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Keeps profiles in sync with the directory: each is read at sign-in and every night, by one server. */
export function createProfileSync({ units, reader, directory, timeZone, now, report }: Parts): ProfileSync {
  const reading = new Map<string, { olderThanMs: number; work: Promise<void> }>();

  /** Null: the directory no longer knows them. */
  async function read(person: string): Promise<Synced | null> {
    const profile = await directory.profile(person);
    if (!profile) return null;
    const at = now();
    const { photo, ...said } = profile;
    return { person, ...said, photo: photoIn(photo), syncedAt: at, nextSyncAt: nextNight(at, person, timeZone) };
  }

  async function isOlderThan(person: string, ms: number): Promise<boolean> {
    const own = await readOwn(reader, person);
    const age = own?.syncedAt ? now() - Date.parse(own.syncedAt) : Infinity;
    return age < 0 || age > ms;
  }

  async function readWhereOlder(person: string, ms: number): Promise<void> {
    if (!(await isOlderThan(person, ms))) return;
    const synced = await read(person);
    await units.run(({ trx }) => (synced ? storeSynced(trx, synced) : dropProfile(trx, person)));
  }

  /** Concurrent calls for the same person and age share one read; a call with another age waits for it. */
  function readOnce(person: string, olderThanMs: number): Promise<void> {
    const before = reading.get(person);
    if (before?.olderThanMs === olderThanMs) return before.work;
    const begun = before ? before.work.catch(() => undefined) : Promise.resolve();
    const work = begun
      .then(() => readWhereOlder(person, olderThanMs))
      .finally(() => reading.get(person)?.work === work && reading.delete(person));
    reading.set(person, { olderThanMs, work });
    return work;
  }

  return {
    async readDue(at) {
      const until = at + TURN_MS;
      const due = await units.run(({ trx }) => takeDue(trx, { now: at, until, limit: BATCH }));
      if (due.length === 0) return false;
      const { found, failed, unasked } = await readAll(due, read);
      await units.run(async ({ trx }) => {
        for (const [person, synced] of found) await (synced ? storeSynced(trx, synced) : dropProfile(trx, person));
        if (unasked.length > 0) await giveBack(trx, unasked, { now: at, until });
      });
      if (failed) report(failed, 'profiles');
      return due.length === BATCH && !failed;
    },

    refresh: (person) => readOnce(person, MINUTE_MS),
    readOld: (person) => void readOnce(person, DAY_MS).catch((error: unknown) => report(error, 'profiles')),
  };
}

/**
 * People the directory fails for wait for their next turn. Those after them are not read now, and are due first next
 * time: a few people for whom it always fails must not hold up the others.
 */
async function readAll<Found>(people: readonly string[], read: (person: string) => Promise<Found>) {
  const found = new Map<string, Found>();
  const failed: DirectoryError[] = [];
  const unasked: string[] = [];
  const one = async (person: string): Promise<void> => {
    if (failed.length > 0) return void unasked.push(person);
    try {
      found.set(person, await read(person));
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      failed.push(error);
    }
  };
  await pMap(people, one, { concurrency: AT_ONCE });
  return { found, failed: failed[0], unasked };
}
