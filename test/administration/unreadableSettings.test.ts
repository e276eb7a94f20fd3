import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createCipher } from '../../server/foundation/settings/cipher.ts';
import { exchangeSetting, placeOfSetting } from '../../server/foundation/settings/settingsStore.ts';
import { programAt } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { openFreely } from '../support/openStore.ts';

const VERIFY = 'server/composition/verifyTenant.ts';
const MANIFESTS = 'manifests/write.ts';
const KEY = 'ab'.repeat(32);

interface Ended {
  code: number;
  out: string;
  err: string;
}

const run = (command: string, args: string[], environment: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], ...environment };
    execFile(process.execPath, [...programAt(command), ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });

describe('commands that cannot read the settings', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-unreadable-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const surroundings = (more: NodeJS.ProcessEnv) => ({ DATA_DIR: folder, HANDBACK_KEY: KEY, ...more });
  const expectWords = ({ code, out, err }: Ended, words: RegExp): void => {
    expect([code, out]).to.deep.equal([1, '']);
    expect(err)
      .to.match(words)
      .and.not.match(/\n {4}at /);
  };
  async function expectRefused(environment: NodeJS.ProcessEnv, words: RegExp): Promise<void> {
    expectWords(await run(VERIFY, [], environment), words);
    expectWords(await run(MANIFESTS, ['teams'], environment), words);
  }

  it('say that the database cannot be used', async () => {
    const file = path.join(folder, 'none.db');
    await writeFile(file, 'This is no database. '.repeat(20));
    const words = /DATABASE_URL: the database cannot be used/;
    await expectRefused(surroundings({ DATABASE_URL: `sqlite:${file}` }), words);
    await expectRefused(surroundings({ DATABASE_URL: 'postgres://someone:swordfish@127.0.0.1:9/x' }), words);
    expectWords(await run(VERIFY, ['--sandbox'], surroundings({})), /Unknown option '--sandbox'/);
  });

  forEachDatabase((_name, openUrl) => {
    it('say that the key is a different one', async () => {
      const url = await openUrl();
      const db = await openFreely(url, 1);
      const cipher = createCipher(Buffer.from('cd'.repeat(32), 'hex'));
      for (const [name, value] of [
        ['directoryClientSecret', '"swordfish"'],
        ['notificationProviders', '{}'],
      ] as const) {
        const sealed = cipher.seal(value, placeOfSetting(name));
        await exchangeSetting(db.writer, null, { name, value: sealed, isSecret: true, updatedAt: 0, updatedBy: 'x' });
      }
      await db.close();
      await expectRefused(surroundings({ DATABASE_URL: url }), /A stored secret cannot be opened/);
    });
  });
});
