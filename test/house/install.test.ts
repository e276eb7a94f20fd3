import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { expectFirstVisit, installAt, type Install } from '../support/install.ts';
import { skipBecause } from '../support/skip.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

/** All our files that run in production. */
const SOURCES = ['package.json', 'tsconfig.json', 'contract', 'server', 'bot'];

interface Lockfile {
  packages: Record<string, { dev?: boolean }>;
}

describe('a production install', function () {
  this.timeout(120_000);
  let root: string;
  let install: Install;

  before(async function () {
    if (process.platform === 'win32') skipBecause(this, 'its folders cannot be linked there');
    root = await mkdtemp(path.join(os.tmpdir(), 'handback-install-'));
    for (const name of SOURCES) await cp(path.join(HOUSE, name), path.join(root, name), { recursive: true });
    for (const place of packagesOfProduction()) await link(place);
    // otherwise a package is resolved to its link's target, beside the development packages
    install = installAt(root, { NODE_OPTIONS: '--preserve-symlinks' });
  });
  after(async () => {
    if (root) await rm(root, { recursive: true, force: true });
  });

  it('does not serve before server and client are built, and names the build command', async () => {
    const refused = async (reason: string) =>
      expect(await install.run('serve')).to.deep.equal({
        code: 1,
        out: '',
        err: `${reason}: call npm ci && npm run build.\n`,
      });
    await refused('Handback is not built yet');
    await link('out/server');
    await refused('The web client is not built yet');
  });

  it('creates a database before it starts a server', async () => {
    expect((await install.run('rotate-key')).err).to.contain('There is no database at');
    expect(await install.run('migrate')).to.include({ code: 0, out: 'The database is up to date.\n' });
    expect((await install.run('rotate-key')).err).to.contain('There is no key yet');
  });

  it('serves the client, and works on every channel', async () => {
    await link('out/web');
    const { url, end } = await install.serve();
    try {
      await expectFirstVisit(url);
      expect((await install.run('audit:verify')).out).to.contain('The audit is intact');
      expect((await install.run('person')).err).to.contain('npm run person');
    } finally {
      await end();
    }
  });

  async function link(place: string): Promise<void> {
    await mkdir(path.dirname(path.join(root, place)), { recursive: true });
    await symlink(path.join(HOUSE, place), path.join(root, place));
  }
});

/** What `npm prune --omit=dev` leaves. Files within a package stay with it. */
function packagesOfProduction(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(HOUSE, 'package-lock.json'), 'utf8')) as Lockfile;
  return Object.keys(packages)
    .filter((place) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) && !packages[place]!.dev)
    .filter((place) => existsSync(path.join(HOUSE, place))); // the others are for other systems
}
