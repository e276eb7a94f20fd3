import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { blankPostgresUrl, postgresUrl } from './postgres.ts';
import { copyMigrated } from './template.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** Creates a database and returns its `DATABASE_URL`. */
export type OpenUrl = () => Promise<string>;

/**
 * Declares one `describe` per database, so that a suite runs on both. Nothing is started before a test asks. `openUrl`
 * creates databases of the newest version with empty tables, `openBlankUrl` ones without any tables.
 */
export function forEachDatabase(
  declareSuite: (name: DatabaseName, openUrl: OpenUrl, openBlankUrl: OpenUrl) => void,
): void {
  describe('on SQLite', () => {
    const folders: string[] = [];
    const newFile = async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-sqlite-'));
      folders.push(folder);
      return path.join(folder, 'test.db');
    };
    const openUrl = async () => {
      const file = await newFile();
      await copyMigrated(file);
      return `sqlite:${file}`;
    };
    declareSuite('SQLite', openUrl, async () => `sqlite:${await newFile()}`);
    // after the suite has closed their users, because a server that loses its file ends the process
    after(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    });
  });

  describe('on PostgreSQL', () => declareSuite('PostgreSQL', postgresUrl, blankPostgresUrl));
}
