import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { migrateToLatest } from '../../server/foundation/database/migrate.ts';
import { processFolder } from './processFolder.ts';

/** Migrates an empty database to the newest version. */
export async function migrate(url: string): Promise<void> {
  const database = await openDatabase(url);
  try {
    await migrateToLatest(database.writer);
  } finally {
    await database.close();
  }
}

let template: Promise<string> | undefined;

/** Creates a SQLite database of the newest version at `file`, as a copy of one that this process migrated once. */
export async function copyMigrated(file: string): Promise<void> {
  template ??= makeTemplate();
  await copyFile(await template, file);
}

async function makeTemplate(): Promise<string> {
  const folder = await processFolder('handback-template');
  const file = path.join(folder, 'template.db');
  await migrate(`sqlite:${file}`);
  return file;
}
