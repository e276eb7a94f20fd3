import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { programAt } from '../support/command.ts';
import { freePort } from '../support/freePort.ts';
import { eventually } from '../support/product.ts';

const SERVER = 'server/serve.ts';

describe('a server whose output nobody reads any more', function () {
  this.timeout(60_000);
  this.slow(20_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-output-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  it('goes on, and stops when it is asked to', async () => {
    const port = String(await freePort());
    const env = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: port, HOST: '127.0.0.1', DRAIN_MS: '0' };
    const server = spawn(process.execPath, programAt(SERVER), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(server, 'exit');
    let said = '';
    server.stderr.on('data', (data: Buffer) => (said += data.toString()));
    try {
      server.stdout.destroy();
      const get = (to: string) =>
        fetch(`http://127.0.0.1:${port}${to}`, { signal: AbortSignal.timeout(5000) }).then(
          ({ status }) => status,
          () => undefined,
        );
      expect(await eventually(() => get('/livez'))).to.equal(200);
      for (let turn = 0; turn < 5; turn++) expect(await get('/api/setup')).to.equal(401); // each is a line of the log
      expect(await get('/livez')).to.equal(200);
      server.kill('SIGTERM');
      expect(await ended).to.deep.equal([0, null]);
      expect(said).to.equal('');
    } finally {
      server.kill('SIGKILL');
    }
  });
});
