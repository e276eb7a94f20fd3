import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { askSandbox } from '../../sandbox/askSandbox.ts';
import { launchBrowser } from '../support/chromium.ts';
import { beating, listen } from '../support/listen.ts';
import { freePort } from '../support/freePort.ts';
import { clientOf } from '../support/product.ts';
import { until } from '../support/until.ts';
import { signInOn } from '../desktop/support/screens/signIn.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
/** Below the system's ephemeral ports, whose neighbours are often taken. */
const BASE = 10_000 + (process.pid % 9_000);

describe('sandbox: npm run dev', function () {
  this.timeout(120_000);
  let dataDir: string;
  let url: string;
  let dev: ChildProcess;
  let browser: Browser;
  let said = '';

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'handback-dev-'));
    const port = await freePort();
    url = `http://localhost:${port}`;
    const env = { PORT: String(port), SANDBOX_PORT_BASE: String(BASE), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    dev = spawn(process.execPath, ['--import', 'tsx', 'sandbox/dev/start.ts'], {
      cwd: HOUSE,
      env: { ...process.env, NODE_ENV: undefined, TENANT_ID: undefined, ...env },
    });
    for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (data) => (said += String(data)));
    browser = await launchBrowser();
    await until(() => said.includes('Stop it with Ctrl+C') || dev.exitCode !== null);
    expect(dev.exitCode, said).to.equal(null);
  });
  after(async () => {
    await browser?.close();
    if (dev.exitCode === null) {
      dev.kill('SIGTERM');
      expect(await once(dev, 'exit'), said).to.deep.equal([0, null]);
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it('restarts the server when one of its files changes; sign-ins and stored data stay', async () => {
    const { token } = await askSandbox<{ token: string }>('/sandbox/token?user=ada@sandbox.test', String(BASE));
    const ada = clientOf(url, token);
    const { body } = await ada.call('POST', '/flows/expense-approval/executions', { variables: { amount: 12 } });
    const stream = await listen(url, token);
    await beating(stream);

    await touch('server/nodeTypes.ts');

    await until(() => stream.isOver);
    await until(() => said.includes('The server runs with what has changed.'));
    const after = await ada.call('GET', `/executions/${String(body['executionId'])}`);
    expect(after.status).to.equal(200);
  });

  it('signs people in on its own address, and hot-reloads changes without loading the page', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(90_000); // nothing of the client is bundled yet
    await page.goto(url);
    await signInOn(page).as('Ada Lovelace');
    await page.evaluate('window.isSamePage = true');
    const drawn = page.waitForEvent('console', (message) => message.text().includes('hot updated: /App.tsx'));
    await touch('desktop/renderer/App.tsx');
    await drawn;
    expect(await page.evaluate('window.isSamePage')).to.equal(true);
    expect(said.match(/The server runs/g)).to.have.length(1);
  });
});

/** Like an editor that saves without changes. */
async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(path.join(HOUSE, file), now, now);
}
