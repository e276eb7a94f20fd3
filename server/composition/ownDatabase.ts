import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../foundation/config.ts';
import { restrictToOwner, openDatabase, sqliteFileOf, type Database } from '../foundation/database/connection.ts';
import { asConfigError } from '../foundation/refusedStart.ts';
import { takeServerLock } from '../foundation/database/serverLock.ts';

/**
 * Opens this server's database. A SQLite file has only one server, and only the owner may read the data folder.
 * @param onLost called when another server has taken the file over, because this one was silent for too long
 * @throws ConfigError if another server has the file
 */
export async function ownDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onLost: () => void,
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
    const close = () => database.close().finally(() => lock.release());
    return { ...database, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
