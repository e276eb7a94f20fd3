import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { ConfigError, type Config } from '../../server/foundation/config.ts';
import { startSetupServer } from '../../server/setupServer.ts';
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
