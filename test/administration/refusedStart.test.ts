import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createCipher } from '../../server/foundation/settings/cipher.ts';
import { placeOfSetting } from '../../server/foundation/settings/settingsStore.ts';
import { programAt } from '../support/command.ts';
import { openFreely } from '../support/openStore.ts';
import { freePort } from '../support/freePort.ts';
import { runToEnd } from '../support/runToEnd.ts';
import { copyMigrated } from '../support/template.ts';

const SERVER = 'server/serve.ts';
const MIGRATE = 'server/composition/migrate.ts';
const [KEY, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)];

describe('a server that cannot start', function () {
  this.timeout(180_000); // starts six processes one after another
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-start-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const run = (command: string, env: NodeJS.ProcessEnv) =>
    runToEnd(process.execPath, programAt(command), {
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), HANDBACK_KEY: KEY, ...env },
    });

  it('blames the database, whatever the database refuses', async () => {
    const file = path.join(folder, 'no.db');
    await writeFile(file, 'This is a letter, and no database at all.');
    const closed = `postgres://ada:hunter2@127.0.0.1:${await freePort()}/handback`;
    for (const [DATABASE_URL, why] of [
      [`sqlite:${file}`, 'file is not a database'],
      [`sqlite:${folder}`, 'EISDIR'],
      [closed, 'ECONNREFUSED'],
    ] as const)
      for (const command of [SERVER, MIGRATE]) {
        const { code, err } = await run(command, { DATABASE_URL });
        expect(code, err).to.equal(1);
        expect(err).to.include('DATABASE_URL: the database cannot be used: ').and.to.include(why);
        expect(err)
          .to.not.include('hunter2')
          .and.to.not.match(/^ {4}at /m);
      }
  });

  it('blames the address, or the folder', async () => {
    const env = { DATABASE_URL: `sqlite:${path.join(folder, 'fine.db')}` };
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as net.AddressInfo).port);
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    for (const [more, expected] of [
      [{ PORT, HOST: '127.0.0.1' }, /^ {2}- HOST, PORT: the server cannot listen there: .*EADDRINUSE/m],
      [{ DATA_DIR: file }, /^ {2}- DATA_DIR: the folder cannot be used: EEXIST/m],
      [{ DATA_DIR: file, HANDBACK_KEY: '' }, /^ {2}- DATA_DIR: \S+a-file is not a folder$/m],
    ] as const) {
      const { code, err } = await run(SERVER, { ...env, ...more });
      expect(code, err).to.equal(1);
      expect(err).to.match(expected);
    }
    taken.close();
  });

  it('blames the key if the stored data was sealed with another one', async () => {
    const file = path.join(folder, 'sealed.db');
    await copyMigrated(file);
    const db = await openFreely(`sqlite:${file}`, 1);
    const value = createCipher(Buffer.from(OTHER, 'hex')).seal('"swordfish"', placeOfSetting('directoryClientSecret'));
    const row = { name: 'directoryClientSecret', value, is_secret: true, updated_at: 1, updated_by: 'test' };
    await db.writer('settings').insert(row);
    await db.close();
    const { code, err } = await run(SERVER, { DATABASE_URL: `sqlite:${file}`, PORT: String(await freePort()) });
    expect(code).to.equal(1);
    expect(err).to.match(/^A stored secret cannot be opened: .* HANDBACK_KEY is not the key it was sealed with\.\n$/);
  });
});
