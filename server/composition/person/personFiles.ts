import { randomBytes } from 'node:crypto';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Gone, type FileStorage } from '../../files/fileStorage.ts';
import { findFiles } from '../../files/fileStore.ts';
import type { Config } from '../../foundation/config.ts';
import type { Db } from '../../foundation/database/statements.ts';
import { createPlatformFetch } from '../../foundation/http/outbound.ts';
import { registrationsOf } from '../../people/identity/registrationSettings.ts';
import { createServerRegistration } from '../../people/identity/registrations.ts';
import { drivesOf, storageOf } from '../files.ts';
import { settingsAtRest } from '../settingsAtRest.ts';
import { standIn } from '../standIn.ts';

const OWN_FILE = 0o600;

/**
 * Writes a new file that only the owner can read. It has its name only once it is whole: until then, and for good if the
 * process is killed, it is called `….part`. Never overwrites a file.
 */
export async function writeNew(file: string, content: Readable): Promise<void> {
  await refuseExisting(file);
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    const opened = await open(draft, 'wx', OWN_FILE);
    await pipeline(content, opened.createWriteStream({ flush: true }));
    await link(draft, file).catch((error: NodeJS.ErrnoException) => renameWithoutLinks(error, draft, file));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Before the work, which takes minutes. */
async function refuseExisting(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found) throw Object.assign(new Error(`${file} exists already, and is not overwritten.`), { code: 'EEXIST' });
}

/** Some file systems, such as FAT, have no links; there a file that appears at this very moment is overwritten. */
async function renameWithoutLinks(error: NodeJS.ErrnoException, draft: string, file: string): Promise<void> {
  if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error;
  await refuseExisting(file);
  await rename(draft, file);
}

/** Copies files into a folder, skipping those that are gone. */
export function copying(reader: Db, storage: FileStorage, folder: string): (id: string) => Promise<void> {
  return async (id) => {
    const file = (await findFiles(reader, [id])).get(id);
    if (!file) return; // removed meanwhile
    const read = await storage.get(file).catch((error: unknown) => {
      if (error instanceof Gone) return null;
      throw error;
    });
    if (!read) return;
    await writeNew(path.join(folder, id), read.content);
  };
}

/** Drives are opened with the registration a server would use; it is needed only if a file is in a drive. */
export async function openStorage(config: Config): Promise<FileStorage> {
  const values = await settingsAtRest(config);
  const platformFetch = createPlatformFetch(config.originMap);
  const registered = () => createServerRegistration({ ...registrationsOf(values), platformFetch });
  const clocks = { now: Date.now, steady: Date.now };
  const drives = standIn(() => drivesOf(registered(), { ...config, ...clocks }));
  return storageOf(config, drives, () => 'local');
}
