import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

/** Names are stored with their `.ts` ending: the migrations run from source only, never compiled. */
export const MIGRATIONS = {
  directory: fileURLToPath(new URL('./migrations', import.meta.url)),
  extension: 'ts',
  loadExtensions: ['.ts'],
};

/** Brings the database to the newest version; servers that start together wait for each other. */
export async function migrateToLatest(db: Knex): Promise<void> {
  await db.migrate.latest(MIGRATIONS);
}

/** One installation, one kind: the sandbox never runs on a tenant's data, nor the other way round. */
export async function claimInstallation(db: Knex, kind: 'sandbox' | 'tenant', now: number): Promise<void> {
  await db('installation').insert({ id: 1, kind, created_at: now }).onConflict('id').ignore();
  const { kind: found } = await db('installation').first('kind');
  if (found !== kind)
    throw new Error(`This database belongs to a ${found} installation; it cannot be used by ${kind} mode. Give another DATABASE_URL.`);
}
