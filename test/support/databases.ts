import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { postgresUrl } from './postgres.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** Makes an empty database and returns its `DATABASE_URL`. */
export type OpenUrl = () => Promise<string>;

/** Declares one `describe` per database, so that a suite is run on both. Nothing is started before a test asks. */
export function forEachDatabase(declareSuite: (name: DatabaseName, openUrl: OpenUrl) => void): void {
  describe('on SQLite', () => {
    const folders: string[] = [];
    after(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    });
    declareSuite('SQLite', async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-sqlite-'));
      folders.push(folder);
      return `sqlite:${path.join(folder, 'test.db')}`;
    });
  });

  describe('on PostgreSQL', () => declareSuite('PostgreSQL', postgresUrl));
}
