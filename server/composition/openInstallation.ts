import { existsSync } from 'node:fs';
import { ConfigError, type Config } from '../foundation/config.ts';
import { openDatabase, openPatientReader, sqliteFileOf, type Database } from '../foundation/database/connection.ts';
import { migrateToLatest } from '../foundation/database/migrate.ts';
import { usingDatabase } from '../foundation/refusedStart.ts';

/** @throws ConfigError if the SQLite file does not exist: opening it would create it */
export function expectFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  const file = sqliteFileOf(databaseUrl);
  if (file !== null && !existsSync(file)) throw new ConfigError([`There is no database at ${file}`]);
}

/** @throws ConfigError if no server and no `migrate` has ever used this database */
export async function expectTables({ reader }: Pick<Database, 'reader'>): Promise<void> {
  if (!(await reader.schema.hasTable('knex_migrations')))
    throw new ConfigError(['DATABASE_URL: nothing of Handback is in this database']);
}

/**
 * Opens and migrates the database of an existing installation, for commands that run beside its servers. Never creates
 * one: on an empty database they would report success. Its `reader` has no time-out: commands look for a person in the
 * texts of whole tables, which takes minutes in a large installation.
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
    await expectTables(database);
    await migrateToLatest(database.writer);
    return database.kind === 'sqlite' ? database : withPatientReader(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function withPatientReader(database: Database): Database {
  const reader = openPatientReader(database.reader);
  return { ...database, reader, close: async () => void (await Promise.all([reader.destroy(), database.close()])) };
}
