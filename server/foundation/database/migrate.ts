import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { ConfigError } from '../config.ts';
import { openWithoutTimeouts } from './connection.ts';
import { isPostgres } from './statements.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** All migrations of this version, in order. Databases store these names, so a migration is never renamed. */
export const migrationNames = (): string[] => readdirSync(FOLDER).sort();

/** For knex. The bundler finds the migrations by the pattern in `import`. */
export const MIGRATIONS: Knex.MigratorConfig = {
  migrationSource: {
    getMigrations: () => Promise.resolve(migrationNames()),
    getMigrationName: (name) => name,
    getMigration: (name) => import(`./migrations/${path.basename(name, '.ts')}.ts`) as Promise<Knex.Migration>,
  } satisfies Knex.MigrationSource<string>,
};

/**
 * Null if all of this version's migrations have run. The database may have newer ones, while servers are replaced one
 * by one.
 */
export async function missingMigrations(db: Knex): Promise<string | null> {
  const done = new Set<string>(await db('knex_migrations').pluck('name'));
  const missing = migrationNames().filter((name) => !done.has(name));
  return missing.length === 0 ? null : `${missing.length} are missing, the first is ${missing[0]}`;
}

type InstallationKind = 'sandbox' | 'tenant';

/** How long a server or command waits for another that migrates its file. */
const PATIENCE_MS = 3_600_000;

/** Any number that our other advisory locks do not use. */
const LOCK = 4_202_600;

/**
 * Migrates the database to the newest version. Servers and commands that do so together wait for each other. We use a
 * lock that ends with its connection: knex's own outlives a process that dies while migrating, and then no server could
 * start.
 */
export async function migrateToLatest(db: Knex): Promise<void> {
  if (!isPostgres(db)) return migrateFile(db);
  const patient = openWithoutTimeouts(db);
  try {
    await patient.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
      await migrateAlone(patient);
    });
  } finally {
    await patient.destroy();
  }
}

/**
 * SQLite has one writer, so the transaction is the lock. Migrating a large file can take longer than writers usually
 * wait.
 */
async function migrateFile(db: Knex): Promise<void> {
  const [{ timeout }] = (await db.raw('PRAGMA busy_timeout')) as [{ timeout: number }];
  await db.raw(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  try {
    await db.transaction(migrateAlone);
  } finally {
    await db.raw(`PRAGMA busy_timeout = ${timeout}`);
  }
}

async function migrateAlone(db: Knex): Promise<void> {
  await refuseNewerSchema(db);
  await db.migrate.forceFreeMigrationsLock(MIGRATIONS);
  await db.migrate.latest(MIGRATIONS);
}

/**
 * Refuses a database that has migrations this version lacks: a newer version made it. knex would call it corrupt.
 * @throws ConfigError
 */
async function refuseNewerSchema(db: Knex): Promise<void> {
  if (!(await db.schema.hasTable('knex_migrations'))) return;
  const ours = new Set(migrationNames());
  const done: string[] = await db('knex_migrations').orderBy('id').pluck('name');
  const unknown = done.filter((name) => !ours.has(name));
  if (unknown.length > 0)
    throw new ConfigError([
      `DATABASE_URL: this database was made by a newer version (it has ${unknown.join(', ')}); start that version, or restore a backup from before it`,
    ]);
}

/**
 * An installation keeps its kind: the sandbox never runs on a tenant's data, nor the other way round. @throws
 * ConfigError
 */
async function refuseOtherInstallation(db: Knex, kind: InstallationKind): Promise<void> {
  if (!(await db.schema.hasTable('installation'))) return;
  const found = await db('installation').first('kind');
  if (found && found.kind !== kind)
    throw new ConfigError([
      `DATABASE_URL: this database belongs to a ${found.kind} installation and cannot serve as ${kind}; give another one`,
    ]);
}

/**
 * Prepares a database for use: checks that it belongs to this kind of installation, then migrates it. A database of the
 * other kind stays untouched.
 *
 * @throws ConfigError
 */
export async function prepareInstallation(db: Knex, kind: InstallationKind, now: number): Promise<void> {
  await refuseOtherInstallation(db, kind);
  await migrateToLatest(db);
  await claimInstallation(db, kind, now);
}

/** The first start decides which kind of installation a database belongs to. @throws ConfigError */
export async function claimInstallation(db: Knex, kind: InstallationKind, now: number): Promise<void> {
  await db.transaction((trx) => trx('installation').insert({ id: 1, kind, created_at: now }).onConflict('id').ignore());
  await refuseOtherInstallation(db, kind);
}
