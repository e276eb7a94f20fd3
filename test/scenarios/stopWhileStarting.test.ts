import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { programAt } from '../support/command.ts';
import { openFreely } from '../support/openStore.ts';
import { blankPostgresUrl } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const SERVER = 'server/serve.ts';
/** Held by whoever migrates. */
const MIGRATING = 4_202_600;

describe('a server that is asked to stop before it has started', function () {
  this.timeout(60_000);
  this.slow(15_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-stop-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  it('ends at once by itself, because the first process of a container ignores what it does not handle', async () => {
    const DATABASE_URL = await blankPostgresUrl();
    const db = await openFreely(DATABASE_URL, 2);
    const migrating = await db.writer.transaction();
    await migrating.raw('select pg_advisory_xact_lock(?)', [MIGRATING]);
    const server = spawn(process.execPath, programAt(SERVER), {
      env: { PATH: process.env['PATH'], DATABASE_URL, DATA_DIR: folder, PORT: '0', HANDBACK_KEY: 'ab'.repeat(32) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      const ended = once(server, 'exit');
      await until(async () => {
        const waiting = await db.reader('pg_locks').where({ granted: false });
        return waiting.length > 0;
      });
      server.kill('SIGTERM');
      expect(await ended).to.deep.equal([0, null]);
    } finally {
      server.kill('SIGKILL');
      await migrating.rollback();
      await db.close();
    }
  });
});
