import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../foundation/config.ts';
import { restrictToOwner, openDatabase, sqliteFileOf, type Database } from '../foundation/database/connection.ts';
import { asConfigError } from '../foundation/refusedStart.ts';
import { cutOff } from '../foundation/database/faults.ts';
import { watchFile } from '../foundation/database/fileWatch.ts';
import { takeServerLock } from '../foundation/database/serverLock.ts';

interface Callbacks {
  /** Another server has taken the file over, because this one was silent for too long. */
  onLost(): void;
  /** The file was deleted, moved or replaced. Nothing is stored from then on: every use of the database fails. */
  onGone(file: string): void;
}

/**
 * Opens this server's database. A SQLite file has only one server, and only the owner may read the data folder.
 * @throws ConfigError if another server has the file
 */
export async function ownDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { onLost, onGone }: Callbacks,
): Promise<Database> {
  await asConfigError('DATA_DIR: the folder cannot be used', async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    restrictToOwner(dataDir, 0o700);
  });
  const file = sqliteFileOf(databaseUrl);
  if (file === null) return openDatabase(databaseUrl);
  await mkdir(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  const lock = await takeServerLock(file, { onLost });
  try {
    const database = await openDatabase(databaseUrl);
    const watch = await watchFile(file, () => {
      for (const db of [database.writer, database.reader]) cutOff(db, `${file} is not the file that was opened`);
      onGone(file);
    });
    async function close(): Promise<void> {
      watch.stop();
      await database.close().finally(() => lock.release());
    }
    return { ...database, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
