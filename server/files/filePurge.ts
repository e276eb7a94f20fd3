import type { Knex } from 'knex';
import pMap from 'p-map';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createClockTrust } from '../foundation/schedule/clockJump.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import { removalDelayMs } from './fileRules.ts';
import type { FileStorage } from './fileStorage.ts';
import {
  deleteFiles,
  findUnneeded,
  postponeDrives,
  postponeRemovals,
  takeRemovals,
  type Unneeded,
} from './fileStore.ts';

const PURGE_EVERY_MS = 60 * 60 * 1000;
const PURGED_AT_ONCE = 200;
const PEOPLE_AT_ONCE = 4;
/** A server that has claimed files and removed none within this time has died. */
const TURN_MS = 10 * 60 * 1000;
/** After so many unreachable drives, the rest are left for the next run: they are likely unreachable, too. */
const MAX_DRIVES_OUT_OF_REACH = 5;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  storage: Pick<FileStorage, 'remove'>;
}

/** The result of removing files. */
interface Removal {
  gone: string[];
  /** Files that are locked, or that their drive or the disk refuses to remove. */
  refused: Unneeded[];
  /** One file of each unreachable drive. */
  outOfReach: Unneeded[];
  /** Faults of the disk. */
  faults: unknown[];
}

/**
 * Removes files that nothing needs, wherever they are stored. A failing drive or file is retried later and does not
 * block others. Nothing is removed while the clock cannot be believed.
 */
export function createFilePurge({ units, reader, storage }: Parts): Loop {
  /** Claims files for removal by this server; from here on no answer can refer to them. */
  async function takeUnneeded(at: number, location: Location): Promise<{ found: number; files: Unneeded[] }> {
    const found = await findUnneeded(reader, unneeded(at, location));
    if (found.length === 0) return { found: 0, files: [] };
    const taken = await units.run(({ trx }) => takeRemovals(trx, idsOf(found), { now: at, until: at + TURN_MS }));
    return { found: found.length, files: found.filter(({ id }) => taken.has(id)) };
  }

  /** The bytes go first: a row without bytes is found again, but not bytes without a row. */
  async function purge(at: number, location: Location): Promise<boolean> {
    const { found, files } = await takeUnneeded(at, location);
    if (files.length === 0) return false;
    const { gone, refused, outOfReach, faults } = await removeAll(files, storage);
    const later = ({ removalFailures }: Unneeded) => at + removalDelayMs(removalFailures);
    await units.run(async ({ trx }) => {
      if (gone.length > 0) await deleteFiles(trx, gone);
      for (const file of refused) await postponeRemovals(trx, file, later(file));
      const unboundBefore = at - UNBOUND_MS;
      for (const file of outOfReach) await postponeDrives(trx, file, { until: later(file), unboundBefore });
    });
    if (faults.length > 0) throw faults[0];
    return found === PURGED_AT_ONCE && gone.length > 0;
  }

  const trusts = createClockTrust();
  return every('files.purge', PURGE_EVERY_MS, async (at, steady) => {
    if (!trusts(at, steady)) return false;
    const [disk, drives] = await Promise.allSettled([purge(at, 'local'), purge(at, 'personalDrive')]);
    if (disk.status === 'rejected') throw disk.reason;
    if (drives.status === 'rejected') throw drives.reason;
    return disk.value || drives.value;
  });
}

type Location = Unneeded['place']['at'];

const unneeded = (now: number, location: Location) => ({
  location,
  now,
  unboundBefore: now - UNBOUND_MS,
  limit: PURGED_AT_ONCE,
});

const idsOf = (files: Unneeded[]) => files.map(({ id }) => id);

/** Removes each person's files one after another, and stops at the first sign that their drive is unreachable. */
async function removeAll(files: Unneeded[], storage: Parts['storage']): Promise<Removal> {
  const removal: Removal = { gone: [], refused: [], outOfReach: [], faults: [] };
  const people = [...new Set(files.map(({ person }) => person))];
  const ofEach = people.map((each) => files.filter(({ person }) => person === each));
  await pMap(
    ofEach,
    async (own) => {
      for (const file of own) {
        if (removal.outOfReach.length >= MAX_DRIVES_OUT_OF_REACH) return;
        try {
          await storage.remove(file);
          removal.gone.push(file.id);
        } catch (error) {
          if (error instanceof DirectoryError && !isOfFile(error)) return void removal.outOfReach.push(file);
          if (!(error instanceof DirectoryError)) removal.faults.push(error);
          removal.refused.push(file);
        }
      }
    },
    { concurrency: PEOPLE_AT_ONCE },
  );
  return removal;
}

/** The file is locked, or retained by a policy; other files of the drive may still be removable. */
const isOfFile = ({ code, status }: DirectoryError): boolean =>
  status === 423 || status === 403 || code === 'directory_failed';
