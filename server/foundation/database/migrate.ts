import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { ConfigError } from '../config.ts';
import { openPatiently } from './connection.ts';
import { isPostgres } from './statements.ts';

/** Names are stored with their `.ts` ending: the migrations run from source only, never compiled. */
export const MIGRATIONS = {
  directory: fileURLToPath(new URL('./migrations', import.meta.url)),
  extension: 'ts',
  loadExtensions: ['.ts'],
};

/** Null when the database knows every migration of this version; it may know newer ones, while servers are replaced one by one. */
export async function missingMigrations(db: Knex): Promise<string | null> {
  const done = new Set<string>(await db('knex_migrations').pluck('name'));
  const missing = readdirSync(MIGRATIONS.directory)
    .filter((name) => !done.has(name))
    .sort();
  return missing.length === 0 ? null : `${missing.length} are missing, the first is ${missing[0]}`;
}

type InstallationKind = 'sandbox' | 'tenant';

/** Any number that no other advisory lock of ours uses. */
const LOCK = 4_202_600;

/**
 * Brings the database to the newest version. PostgreSQL: servers that start together wait for each other. knex's own lock
 * outlives a server that dies while it migrates, and no server would ever start again; ours ends with its connection.
 */
export async function migrateToLatest(db: Knex): Promise<void> {
  if (!isPostgres(db)) return migrateAlone(db); // one server
  const patient = openPatiently(db);
  try {
    await patient.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
      await migrateAlone(patient);
    });
  } finally {
    await patient.destroy();
  }
}

async function migrateAlone(db: Knex): Promise<void> {
  await refuseNewerSchema(db);
  await db.migrate.forceFreeMigrationsLock(MIGRATIONS);
  await db.migrate.latest(MIGRATIONS);
}

/**
 * A database that knows migrations which this version does not was made by a newer one; knex would call it corrupt.
 * @throws ConfigError
 */
async function refuseNewerSchema(db: Knex): Promise<void> {
  if (!(await db.schema.hasTable('knex_migrations'))) return;
  const ours = new Set(readdirSync(MIGRATIONS.directory));
  const done: string[] = await db('knex_migrations').orderBy('id').pluck('name');
  const unknown = done.filter((name) => !ours.has(name));
  if (unknown.length > 0)
    throw new ConfigError([
      `DATABASE_URL: this database was made by a newer version (it has ${unknown.join(', ')}); start that version, or restore a backup from before it`,
    ]);
}

/** One installation, one kind: the sandbox never runs on a tenant's data, nor the other way round. @throws ConfigError */
async function refuseOtherInstallation(db: Knex, kind: InstallationKind): Promise<void> {
  if (!(await db.schema.hasTable('installation'))) return;
  const found = await db('installation').first('kind');
  if (found && found.kind !== kind)
    throw new ConfigError([
      `DATABASE_URL: this database belongs to a ${found.kind} installation and cannot serve as ${kind}; give another one`,
    ]);
}

/**
 * What a database needs before anybody works with it: it is of this kind of installation, and of the newest version. One of
 * the other kind is left as it is.
 * @throws ConfigError
 */
export async function prepareInstallation(db: Knex, kind: InstallationKind, now: number): Promise<void> {
  await refuseOtherInstallation(db, kind);
  await migrateToLatest(db);
  await claimInstallation(db, kind, now);
}

/** The first start decides what kind of installation a database belongs to. @throws ConfigError */
export async function claimInstallation(db: Knex, kind: InstallationKind, now: number): Promise<void> {
  await db.transaction((trx) => trx('installation').insert({ id: 1, kind, created_at: now }).onConflict('id').ignore());
  await refuseOtherInstallation(db, kind);
}
