import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../support/freePort.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command; after its greeting, does what the test wants and then stops it. */
const run = (env: NodeJS.ProcessEnv, meanwhile: () => Promise<void> = async () => {}) =>
  new Promise<Ended>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/slack/start.ts'], {
      env: { ...process.env, SANDBOX_PORT_BASE: '0', ...env },
    });
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (data) => {
      ended.stdout += String(data);
      if (ended.stdout.includes('Stop it with Ctrl+C')) void meanwhile().finally(() => child.kill('SIGTERM'));
    });
    child.stderr.on('data', (data) => (ended.stderr += String(data)));
    child.on('close', (code) => resolve({ ...ended, code }));
  });

/** Below the system's ephemeral ports, whose neighbours are often taken. */
const BASE = 20_000 + (process.pid % 9_000);

describe('sandbox: npm run sandbox:slack', function () {
  this.timeout(60_000);

  it('prints its address and that Handback is not running yet, and leaves nothing when it ends, open streams or not', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'handback-start-'));
    const port = String(await freePort());
    const { code, stdout, stderr } = await run(
      { SANDBOX_PORT_BASE: String(BASE), PORT: port, TMPDIR: own, TEMP: own },
      async () => {
        const stream = await fetch(`http://localhost:${BASE + 4}/live`);
        await stream.body!.getReader().read();
      },
    );
    expect(stderr).to.equal('');
    expect(stdout)
      .to.contain(`http://localhost:${BASE + 4}`)
      .and.contain('Ada Lovelace');
    expect(stdout).to.contain(`Handback is not running at http://localhost:${port} yet: start it with npm start`);
    expect(code).to.equal(0);
    expect((await readdir(own)).filter((name) => name.startsWith('handback'))).to.deep.equal([]);
    await rm(own, { recursive: true });
  });

  it('says in one line which port is taken', async () => {
    const blocker = net.createServer().listen(BASE + 4, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { code, stdout, stderr } = await run({ SANDBOX_PORT_BASE: String(BASE) });
    blocker.close();
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.equal(
      `Port ${BASE + 4} for the page of the sandbox's Slack is taken. Stop what uses it, or choose another with SANDBOX_PORT_BASE.\n`,
    );
  });
});
