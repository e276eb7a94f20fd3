import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../foundation/config.ts';
import { closeToOthers, openDatabase, sqliteFileOf, type Database } from '../foundation/database/connection.ts';
import { told } from '../foundation/refusedStart.ts';
import { takeServerLock } from '../foundation/database/serverLock.ts';

/**
 * Opens the database of this server; a SQLite file has one server, and everything in the data folder is for its owner only.
 * @param onLost called when another server took the file over, because nothing was seen of this one for too long
 * @throws ConfigError when another server has the file
 */
export async function ownDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onLost: () => void,
): Promise<Database> {
  await told('DATA_DIR: the folder cannot be used', async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    closeToOthers(dataDir, 0o700);
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
