import { expect } from 'chai';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ownDatabase } from '../../../server/composition/ownDatabase.ts';
import { ConfigError } from '../../../server/foundation/config.ts';
import { isFaultOfDatabase } from '../../../server/foundation/database/faults.ts';
import { eventually } from '../../support/product.ts';
import { skipBecause } from '../../support/skip.ts';

describe("a server's own database", () => {
  let folder: string;
  const never = () => expect.fail('it was lost');
  const own = (dataDir: string) =>
    ownDatabase(
      { dataDir, databaseUrl: `sqlite:${path.join(dataDir, 'tenant.db')}` },
      { onLost: never, onGone: never },
    );
  const modes = async (dataDir: string) => {
    const found: Record<string, string> = { '.': (await stat(dataDir)).mode.toString(8).slice(-4) };
    for (const file of await readdir(dataDir))
      found[file] = (await stat(path.join(dataDir, file))).mode.toString(8).slice(-4);
    return found;
  };
  const CLOSED = {
    '.': '0700',
    'tenant.db': '0600',
    'tenant.db-shm': '0600',
    'tenant.db-wal': '0600',
    'tenant.db.lock': '0600',
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-own-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is for its owner only, with all files beside it', async () => {
    const dataDir = path.join(folder, 'data');
    const umask = process.umask(0);
    try {
      const database = await own(dataDir);
      await database.writer.raw('create table t (a)');
      expect(await modes(dataDir)).to.deep.equal(CLOSED);
      await database.close();
    } finally {
      process.umask(umask);
    }
  });

  it('is closed to others if it was open to them before', async () => {
    const dataDir = path.join(folder, 'data');
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, 'tenant.db'), '');
    await chmod(dataDir, 0o755);
    await chmod(path.join(dataDir, 'tenant.db'), 0o644);
    const database = await own(dataDir);
    await database.writer.raw('create table t (a)');
    expect(await modes(dataDir)).to.deep.equal(CLOSED);
    await database.close();
  });

  it('stores nothing more once its file has lost its name, because nobody would find it', async function () {
    if (process.platform === 'win32') skipBecause(this, 'no open file can be replaced there');
    this.timeout(20_000);
    const file = path.join(folder, 'tenant.db');
    const gone: string[] = [];
    const onGone = (which: string) => void gone.push(which);
    const database = await ownDatabase({ dataDir: folder, databaseUrl: `sqlite:${file}` }, { onLost: never, onGone });
    await database.writer.raw('create table t (a)');
    await copyFile(file, `${file}.copy`);
    await rename(`${file}.copy`, file);
    await eventually(async () => gone.length > 0 || undefined);
    expect(gone).to.deep.equal([file]);
    for (const db of [database.writer, database.reader])
      expect(await db.raw('select 1').then(String, isFaultOfDatabase)).to.equal(true);
    expect(await database.writer.transaction(async () => {}).then(String, isFaultOfDatabase)).to.equal(true);
    await database.close();
  });

  it('does not touch a shared folder', async () => {
    const dataDir = path.join(folder, 'shared');
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    await (await own(dataDir)).close();
    expect(((await stat(dataDir)).mode & 0o7777).toString(8)).to.equal('1777');
  });

  it('has one server: a second one is refused until the first has closed it', async () => {
    const first = await own(folder);
    const refusal = await own(folder).catch((error: Error) => error);
    expect(refusal).to.be.instanceOf(ConfigError);
    expect(String(refusal)).to.match(/another server uses .*A SQLite file has one server/);
    await first.close();
    await (await own(folder)).close();
  });
});
