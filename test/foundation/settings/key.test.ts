import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../../server/foundation/config.ts';
import { runOnFullDisk } from '../../support/fullDisk.ts';
import { skipBecause } from '../../support/skip.ts';
import type { Keys } from '../../../server/foundation/settings/cipher.ts';
import { createChainSeal } from '../../../server/foundation/audit/chainSeal.ts';
import { keysSince, loadKeys, writeKeys } from '../../../server/foundation/settings/key.ts';

const KEY_MODULE = fileURLToPath(import.meta.resolve('../../../server/foundation/settings/key.ts'));

describe('key', () => {
  let folder: string;
  const config = () => ({
    mode: 'tenant' as const,
    key: null,
    previousKey: null,
    dataDir: folder,
    databaseUrl: 'sqlite:x',
  });
  const load = async (more: object = {}) => (await loadKeys({ ...config(), ...more })).sealing();
  const file = () => path.join(folder, 'handback.key');
  const modeOf = async (name: string) => (await stat(name)).mode & 0o777;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-key-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the configured one, and then no file is created', async () => {
    expect((await load({ key: 'ab'.repeat(32) })).toString('hex')).to.equal('ab'.repeat(32));
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('is created once, for its owner only, and leaves nothing else behind', async () => {
    const key = await load();
    expect(key).to.have.length(32);
    expect(await load()).to.deep.equal(key);
    expect(await readdir(folder)).to.deep.equal(['handback.key']);
    expect(await readFile(file(), 'utf8')).to.equal(`${key.toString('hex')}\n`);
    if (process.platform !== 'win32') expect(await modeOf(file())).to.equal(0o600);
  });

  it('is the same for all callers that start at about the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const dataDir = path.join(folder, String(round));
      const start = async (_: unknown, n: number) => {
        for (let turn = 0; turn < n; turn++) await new Promise(setImmediate);
        return (await load({ dataDir })).toString('hex');
      };
      const keys = await Promise.all(Array.from({ length: 20 }, start));
      expect(new Set(keys).size).to.equal(1);
      expect(await readdir(dataDir)).to.deep.equal(['handback.key']);
    }
  });

  it('is the same for processes that start at once', async function () {
    this.timeout(30_000);
    const program = `const { loadKeys } = await import(${JSON.stringify(KEY_MODULE)});
      process.stdout.write((await loadKeys(${JSON.stringify(config())})).sealing().toString('hex'));`;
    const start = async () => {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [key] = await Promise.all([text(child.stdout), once(child, 'close')]);
      return key;
    };
    const keys = await Promise.all([start(), start(), start()]);
    expect(keys[0]).to.match(/^[0-9a-f]{64}$/);
    expect(new Set(keys).size).to.equal(1);
  });

  it('leaves nothing behind on a full disk, neither when it is created nor when it is replaced', async function () {
    this.timeout(30_000);
    if (process.platform === 'win32') skipBecause(this, 'a process cannot be kept from writing there');
    const program = `const { loadKeys, writeKeys } = await import(${JSON.stringify(KEY_MODULE)});
      const results = await Promise.allSettled([
        loadKeys(${JSON.stringify(config())}),
        writeKeys(${JSON.stringify(file())}, [Buffer.alloc(32)]),
      ]);
      process.exitCode = results.every(({ status }) => status === 'rejected') ? 0 : 1;`;
    expect(await runOnFullDisk(['--import', 'tsx', '--input-type=module', '-e', program], {})).to.include({ code: 0 });
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('is in its place for good before anything is sealed with it, even if the power fails', async function () {
    if (process.platform === 'win32') skipBecause(this, 'folders cannot be flushed there');
    const steps: string[] = [];
    const { open, rename, link } = fs;
    const noting =
      (name: string, call: (from: string, to: string) => Promise<void>) => async (from: string, to: string) => {
        await call(from, to);
        steps.push(name);
      };
    Object.assign(fs, { rename: noting('rename', rename), link: noting('link', link) });
    fs.open = async (name, ...more) => {
      const handle = await open(name, ...more);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        steps.push(`sync ${path.relative(folder, String(name)) || 'folder'}`);
      };
      return handle;
    };
    syncBuiltinESMExports();
    try {
      await load();
      await writeKeys(file(), [Buffer.alloc(32)]);
    } finally {
      Object.assign(fs, { open, rename, link });
      syncBuiltinESMExports();
    }
    expect(steps).to.deep.equal(['link', 'sync folder', 'rename', 'sync folder']);
  });

  it('has a second one beside it during a rotation', async () => {
    const [key, previousKey] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const hex = ({ sealing, opening }: Keys) => [sealing(), ...opening()].map((each) => each.toString('hex'));
    expect(hex(await loadKeys({ ...config(), key, previousKey }))).to.deep.equal([key, key, previousKey]);
    await writeKeys(file(), [Buffer.from(previousKey, 'hex'), Buffer.from(key, 'hex')]);
    expect(hex(await loadKeys(config()))).to.deep.equal([previousKey, previousKey, key]);
    expect(await readdir(folder)).to.deep.equal(['handback.key']);
    if (process.platform !== 'win32') expect(await modeOf(file())).to.equal(0o600);
  });

  it('is read from its file again if it does not fit', async () => {
    const keys = await loadKeys(config());
    const [was, next] = [keys.sealing(), Buffer.alloc(32, 1)];
    await writeKeys(file(), [next, was]);
    expect(keys.opening()).to.deep.equal([was]);
    expect(keys.opening(true)).to.deep.equal([next, was]);
    expect(keys.sealing()).to.deep.equal(next);
    await writeFile(file(), 'half a');
    expect(keys.opening(true)).to.deep.equal([next, was]);
    await rm(file());
    expect(keys.opening(true)).to.deep.equal([next, was]);
  });

  it('still fits what was signed before a change, for a check that began before it', async () => {
    const keys = await loadKeys(config());
    const [was, next] = [keys.sealing(), Buffer.alloc(32, 1)];
    const ends = { first: { position: 0, hash: 'a' }, last: { position: 1, hash: 'b' } };
    const signed = { ...ends, mac: createChainSeal(was).sign(ends) };
    const begun = createChainSeal(keysSince(keys));
    await writeKeys(file(), [next]);
    expect(begun.isGenuine({ ...ends, mac: createChainSeal(Buffer.alloc(32, 2)).sign(ends) })).to.equal(false); // it looks again
    expect(begun.isGenuine(signed)).to.equal(true);
    expect(begun.isGenuine({ ...ends, mac: createChainSeal(next).sign(ends) })).to.equal(true);
  });

  it('is made private from then on if others could read it', async function () {
    if (process.platform === 'win32') skipBecause(this, 'Windows keeps files by access lists');
    const key = await load();
    await chmod(file(), 0o644);
    expect(await load()).to.deep.equal(key);
    expect(await modeOf(file())).to.equal(0o600);
  });

  it('is refused if it is invalid, without quoting it', async () => {
    for (const content of [
      '',
      'hunter2',
      `${'a'.repeat(63)}g`,
      `${'ab'.repeat(32)} hunter2`,
      `${'ab'.repeat(32)}\n`.repeat(3),
    ]) {
      await writeFile(file(), content, { mode: 0o600 });
      const error = (await loadKeys(config()).catch((thrown: Error) => thrown)) as Error;
      expect(error).to.be.instanceOf(ConfigError);
      expect(error.message).not.to.include('hunter2');
      expect(await readFile(file(), 'utf8')).to.equal(content);
    }
  });

  it('is refused if it cannot be read', async () => {
    await mkdir(file());
    expect(await loadKeys(config()).catch((thrown: Error) => thrown)).to.be.instanceOf(ConfigError);
  });

  it('must be configured with PostgreSQL', async () => {
    const error = await loadKeys({ ...config(), databaseUrl: 'postgres://db' }).catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(ConfigError);
    expect(await readdir(folder)).to.deep.equal([]);
    const sandbox = { ...config(), mode: 'sandbox' as const, databaseUrl: 'postgres://db' };
    expect((await loadKeys(sandbox)).sealing()).to.have.length(32);
  });
});
