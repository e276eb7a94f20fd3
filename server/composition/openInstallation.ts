import { existsSync } from 'node:fs';
import { ConfigError, type Config } from '../foundation/config.ts';
import { openDatabase, sqliteFileOf, type Database } from '../foundation/database/connection.ts';
import { migrateToLatest } from '../foundation/database/migrate.ts';
import { ofDatabase } from '../foundation/refusedStart.ts';

/** @throws ConfigError for a SQLite file that is not there: to open it would make one */
export function expectFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  const file = sqliteFileOf(databaseUrl);
  if (file !== null && !existsSync(file)) throw new ConfigError([`There is no database at ${file}`]);
}

/**
 * Opens the database of an installation that is there, brought up to date, for commands beside its servers. It is never
 * made: of an empty one they would say that all is done.
 * @throws ConfigError
 */
export async function openInstallation({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<Database> {
  expectFile({ databaseUrl });
  return ofDatabase(() => openMigrated(databaseUrl));
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
