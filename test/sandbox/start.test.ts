import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { programAt } from '../support/command.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

describe('sandbox: npm start', function () {
  this.timeout(60_000);
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'handback-start-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  /** Runs the command, and stops it after its greeting. */
  const run = (more: NodeJS.ProcessEnv) =>
    new Promise<Ended>((resolve) => {
      const env = {
        ...process.env,
        NODE_ENV: undefined, // a client build in this process has set it
        TENANT_ID: undefined,
        SANDBOX_PORT_BASE: '0',
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        ...more,
      };
      const child = spawn(process.execPath, programAt('sandbox/start.ts'), { env });
      const ended: Ended = { code: null, stdout: '', stderr: '' };
      child.stdout.on('data', (data) => {
        ended.stdout += String(data);
        if (ended.stdout.includes('Stop it with Ctrl+C')) child.kill('SIGTERM');
      });
      child.stderr.on('data', (data) => (ended.stderr += String(data)));
      child.on('close', (code) => resolve({ ...ended, code }));
    });

  it('starts everything, says where it is, and stops cleanly', async () => {
    const { code, stdout, stderr } = await run({});
    expect(stdout, stderr).to.contain('Handback   http://localhost:').and.contain('Mailbox    http://localhost:');
    expect(code).to.equal(0);
  });

  it('refuses in one line if real people could be affected', async () => {
    for (const env of [{ NODE_ENV: 'production' }, { TENANT_ID: '11111111-1111-4111-8111-111111111111' }]) {
      const { code, stdout, stderr } = await run(env);
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr)
        .to.contain('npm run serve')
        .and.match(/^[^\n]*\n$/);
    }
  });
});
