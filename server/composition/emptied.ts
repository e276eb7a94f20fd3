import { existsSync } from 'node:fs';
import type { Knex } from 'knex';
import { ConfigError, ownFileOf, type Config } from '../foundation/config.ts';
import { sqliteFileOf } from '../foundation/database/connection.ts';
import { keyFileOf } from '../foundation/settings/key.ts';

/**
 * A first start makes the key after the tables. So an empty database beside a key file is not new: its file was lost,
 * was not restored, or is somewhere else. A server would offer the set-up to everyone, and people would answer into the
 * wrong database. A sandbox in the same folder explains the key file, because the two share it.
 *
 * @param db before its migration
 * @throws ConfigError
 */
export async function refuseEmptied({ mode, key, dataDir, databaseUrl }: Config, db: Knex): Promise<void> {
  const keyFile = keyFileOf({ dataDir });
  if (mode === 'sandbox' || key !== null || !existsSync(keyFile) || existsSync(ownFileOf(dataDir, 'sandbox'))) return;
  if (await db.schema.hasTable('knex_migrations')) return;
  throw new ConfigError([
    `DATABASE_URL: ${sqliteFileOf(databaseUrl) ?? 'the database'} is empty, but ${keyFile} is the key of an installation. Put its database back; or, to begin a new installation, keep the key with your old backups and take it away from there`,
  ]);
}
