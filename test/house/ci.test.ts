import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { skipBecause } from '../support/skip.ts';

const RUN = fileURLToPath(new URL('../../.ci/run', import.meta.url));

const GREEN = "echo '  12 passing (3s)'";
const RED = "echo '  11 passing (3s)'; echo '  1 failing'; exit 1";

/** Replaces npm: a line of shell for each of its commands. */
interface Commands {
  ci?: string;
  rebuild?: string;
  check?: string;
  test?: string;
}

describe('.ci/run', () => {
  let root: string;

  before(async function () {
    if (process.platform === 'win32') skipBecause(this, 'it is a bash script');
    root = await mkdtemp(path.join(os.tmpdir(), 'handback-ci-'));
    await mkdir(path.join(root, '.ci'));
    await mkdir(path.join(root, 'bin'));
    await copyFile(RUN, path.join(root, '.ci/run'));
    await script('apt-get', 'echo "apt-get $*"');
  });
  after(async () => {
    if (root) await rm(root, { recursive: true, force: true });
  });

  it("passes with mocha's count as its last line", async () => {
    const { status, lines } = await run({});
    expect(lines.at(-1)).to.equal('12 passed, 0 failed');
    expect(status).to.equal(0);
  });

  it('counts the last summary, whatever a test printed before', async () => {
    const { lines } = await run({ test: `${RED.replace('; exit 1', '')}; ${GREEN}; echo '  5 pending'` });
    expect(lines.at(-1)).to.equal('12 passed, 0 failed');
  });

  it('fails if a test fails', async () => {
    const { status, lines } = await run({ test: RED });
    expect(lines.slice(-2)).to.deep.equal(['FAILED: npm test', '11 passed, 1 failed']);
    expect(status).to.equal(1);
  });

  it('repeats failures at its end', async () => {
    const { lines } = await run({ test: `${RED.replace('; exit 1', '')}; echo '  1) a title'; exit 1` });
    const repeated = ['What failed:', '  1 failing', '  1) a title', 'FAILED: npm test', '11 passed, 1 failed'];
    expect(lines.slice(-5)).to.deep.equal(repeated);
  });

  it('fails if a check fails, and still runs the tests', async () => {
    const { status, lines } = await run({ check: 'exit 2' });
    expect(lines.slice(-2)).to.deep.equal(['FAILED: npm run check', '12 passed, 0 failed']);
    expect(status).to.equal(1);
  });

  it('fails if no test ran, even if nothing complained', async () => {
    const { status, lines } = await run({ test: "echo '  0 passing (1ms)'" });
    expect(lines.slice(-2)).to.deep.equal(['FAILED: no test ran', '0 passed, 0 failed']);
    expect(status).to.equal(1);
  });

  it('fails at once if the packages cannot be installed', async () => {
    const { status, lines } = await run({ ci: 'exit 1', check: 'echo checked' });
    expect(lines).to.deep.equal(['FAILED: npm ci', 'FAILED: no test ran', '0 passed, 0 failed']);
    expect(status).to.equal(1);
  });

  it('fails if a package cannot be built, with or without a toolchain, and says why', async () => {
    const { status, lines } = await run({ rebuild: 'echo "no compiler"; exit 1' });
    expect(lines).to.include('no compiler');
    expect(lines).to.include('FAILED: npm rebuild');
    expect(lines.at(-1)).to.equal('0 passed, 0 failed');
    expect(status).to.equal(1);
  });

  async function run({
    ci = ':',
    rebuild = ':',
    check = ':',
    test = GREEN,
  }: Commands): Promise<{ status: number | null; lines: string[] }> {
    await script(
      'npm',
      `case "$*" in 'ci --ignore-scripts') ${ci};; rebuild) ${rebuild};; 'run check') ${check};; test) ${test};; *) exit 9;; esac`,
    );
    const env = { ...process.env, PATH: `${path.join(root, 'bin')}:${process.env['PATH']}` };
    const { status, stdout } = spawnSync(path.join(root, '.ci/run'), { cwd: os.tmpdir(), encoding: 'utf8', env });
    return { status, lines: stdout.trimEnd().split('\n') };
  }

  async function script(name: string, line: string): Promise<void> {
    const file = path.join(root, 'bin', name);
    await writeFile(file, `#!/bin/sh\n${line}\n`);
    await chmod(file, 0o755);
  }
});
