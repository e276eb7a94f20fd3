import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { ConfigError, type Config } from '../../server/foundation/config.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { startSetupServer } from '../../server/setupServer.ts';
import { runCommand } from '../support/command.ts';
import { unsetConfig } from '../support/unset.ts';

describe('a missing key file', () => {
  let sandbox: Sandbox;
  let folder: string;
  let config: Config;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-lost-key-'));
    const databaseUrl = `sqlite:${path.join(folder, 'tenant.db')}`;
    config = { ...(await unsetConfig(sandbox, path.join(folder, 'data'), databaseUrl)), key: null };
  });
  after(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = () => path.join(config.dataDir, 'handback.key');
  const starts = async () => (await startSetupServer(config)).close();

  it('is never created again, because everything sealed with the old key would be lost', async () => {
    await starts();
    expect(await readdir(config.dataDir)).to.deep.equal(['handback.key']);
    await rename(file(), `${folder}/kept.key`);
    const error = (await starts().catch((thrown: Error) => thrown)) as Error;
    expect(error).to.be.instanceOf(ConfigError);
    expect(error.message).to.include(`DATA_DIR: ${file()} is not there`).and.to.include('HANDBACK_KEY');
    expect(await readdir(config.dataDir)).to.deep.equal([]);
    await rename(`${folder}/kept.key`, file());
    await starts();
  });
});

describe('a key file beside an empty database', function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let folder: string;
  let config: Config;
  before(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  after(() => sandbox?.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-emptied-'));
    config = { ...(await unsetConfig(sandbox, folder, `sqlite:${path.join(folder, 'tenant.db')}`)), key: null };
    await (await startSetupServer(config)).close();
    await writeFile(path.join(folder, 'tenant.db'), '');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is no new installation: neither a server nor a migration makes one of it', async () => {
    for (const attempt of ['the first', 'another']) {
      const error = (await startSetupServer(config).catch((thrown: Error) => thrown)) as Error;
      expect(error, attempt).to.be.instanceOf(ConfigError);
      expect(error.message).to.match(/DATABASE_URL: \S+tenant\.db is empty, but \S+handback\.key is the key/);
      const { status, stderr } = await runCommand('server/composition/migrate.ts', [], { env: { DATA_DIR: folder } });
      expect([status, stderr]).to.deep.equal([1, `The database was not migrated: ${error.message}\n`]);
    }
  });

  it('becomes a new installation when the key is taken away, or when it is that of the sandbox', async () => {
    await rename(path.join(folder, 'handback.key'), path.join(folder, 'kept.key'));
    await (await startSetupServer(config)).close();
    await writeFile(path.join(folder, 'tenant.db'), '');
    await writeFile(path.join(folder, 'sandbox.db'), '');
    await (await startSetupServer(config)).close();
  });
});

describe('a server with another key than the servers before it', function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let folder: string;
  before(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  after(() => sandbox?.close());
  beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-other-key-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('does not start, because no other server could open what it seals', async () => {
    const config = await unsetConfig(sandbox, folder, `sqlite:${path.join(folder, 'tenant.db')}`);
    const [ours, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const start = async (keys: Partial<Config>) => (await startSetupServer({ ...config, ...keys })).close();
    const refusal = async (keys: Partial<Config>): Promise<string> => {
      const error = (await start(keys).catch((thrown: Error) => thrown)) as Error;
      expect(error).to.be.instanceOf(ConfigError);
      expect(error.message).to.not.include(other);
      return error.message;
    };
    await start({ key: ours });
    expect(await refusal({ key: other })).to.include('HANDBACK_KEY: the database belongs to an installation');
    await start({ key: other, previousKey: ours }); // as while a key is replaced
    await start({ key: ours });
    const file = path.join(folder, 'handback.key');
    await writeFile(file, `${other}\n`, { mode: 0o600 });
    expect(await refusal({ key: null })).to.include(`another key than ${file}`);
    await writeFile(file, `${ours}\n`, { mode: 0o600 });
    await start({ key: null });
  });

  it('is recognised by the audit in a database that no key is marked in, and does not mark its own', async () => {
    const databaseUrl = `sqlite:${path.join(folder, 'tenant.db')}`;
    const config = await unsetConfig(sandbox, folder, databaseUrl);
    const saidBy = async (key: string): Promise<string> => {
      const log = new PassThrough();
      await (await startSetupServer({ ...config, key, logLevel: 'error' }, { logTo: log })).close();
      return String(log.read() ?? '');
    };
    const [ours, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
    expect(await saidBy(ours)).to.equal('');
    const { writer, close } = await openDatabase(databaseUrl);
    await writer('installation').update({ key_mark: null }); // as an older version leaves it
    await close();
    expect(await saidBy(other))
      .to.include('HANDBACK_KEY is another key')
      .and.to.not.include(other);
    expect(await saidBy(ours)).to.equal('');
    expect(await saidBy(other).catch((error: Error) => error)).to.be.instanceOf(ConfigError);
  });
});
