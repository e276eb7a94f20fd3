import { open, rm } from 'node:fs/promises';
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

/** Never overwrites a file, and only the owner can read it. What could not be written whole is removed again. */
export async function writeNew(file: string, content: Readable): Promise<void> {
  const opened = await open(file, 'wx', OWN_FILE);
  try {
    await pipeline(content, opened.createWriteStream());
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
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
