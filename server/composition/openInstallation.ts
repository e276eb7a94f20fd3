import { existsSync } from 'node:fs';
import { ConfigError, type Config } from '../foundation/config.ts';
import { openDatabase, sqliteFileOf, type Database } from '../foundation/database/connection.ts';
import { migrateToLatest } from '../foundation/database/migrate.ts';
import { usingDatabase } from '../foundation/refusedStart.ts';

/** @throws ConfigError if the SQLite file does not exist: opening it would create it */
export function expectFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  const file = sqliteFileOf(databaseUrl);
  if (file !== null && !existsSync(file)) throw new ConfigError([`There is no database at ${file}`]);
}

/**
 * Opens and migrates the database of an existing installation, for commands that run beside its servers. Never creates
 * one: on an empty database they would report success.
 *
 * @throws ConfigError
 */
export async function openInstallation({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Database> {
  expectFile({ databaseUrl });
  return usingDatabase(() => openMigrated(databaseUrl));
}

async function openMigrated(databaseUrl: string): Promise<Database> {
  const database = await openDatabase(databaseUrl, 2);
  try {
    if (!(await database.reader.schema.hasTable('knex_migrations')))
      throw new ConfigError(['DATABASE_URL: nothing of Handback is in this database']);
    await migrateToLatest(database.writer);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
