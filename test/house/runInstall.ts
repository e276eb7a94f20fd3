// npm run test:install: installs the product from the registry into its own folder, with the command of
// docs/operators.md, and serves it.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { expectFirstVisit, installAt } from '../support/install.ts';
import { isOurs } from '../support/ourFiles.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

const guide = await readFile(path.join(HOUSE, 'docs/operators.md'), 'utf8');
const [line] = /^npm ci .* && npm run serve$/m.exec(guide)!;
const preparations = line.split(' && ').slice(0, -1);

const root = await mkdtemp(path.join(os.tmpdir(), 'handback-install-'));
try {
  await cp(HOUSE, root, { recursive: true, filter: (file) => isOurs(path.basename(file)) });
  const install = installAt(root);
  for (const command of preparations) await timed(command, () => call(command));
  await timed('npm run migrate', async () => expect(await install.run('migrate')).to.include({ code: 0 }));
  const server = await install.serve();
  try {
    await timed('a first visit', () => expectFirstVisit(server.url));
    for (const script of ['audit:verify', 'rotate-key'])
      await timed(`npm run ${script}`, async () => expect(await install.run(script)).to.include({ code: 0 }));
  } finally {
    await server.end();
  }
  console.log('A production install serves.');
} finally {
  await rm(root, { recursive: true, force: true });
}

function call(command: string): void {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/.test(name)); // npm's own name for this run
  const { status } = spawnSync(command, { cwd: root, env: Object.fromEntries(own), shell: true, stdio: 'inherit' });
  expect(status, command).to.equal(0);
}

async function timed(what: string, work: () => unknown): Promise<void> {
  const begin = performance.now();
  await work();
  console.log(`${what}: done after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
}
