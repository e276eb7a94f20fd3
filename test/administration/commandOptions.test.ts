import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../support/command.ts';

/** Each command, and how it ends when it was called in a wrong way. */
const COMMANDS = {
  'server/composition/migrate.ts': 1,
  'server/composition/verifyAudit.ts': 2,
  'server/composition/rotateKey.ts': 2,
  'server/composition/verifyTenant.ts': 1,
  'server/composition/grantSite.ts': 1,
  'server/composition/person/person.ts': 2,
  'manifests/write.ts': 1,
};
const PERSON = 'server/composition/person/person.ts';

describe('the arguments of commands', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-options-'))));
  after(() => rm(folder, { recursive: true }));

  const run = (file: string, ...args: string[]) =>
    runCommand(file, args, { env: { DATA_DIR: path.join(folder, 'data') } });

  for (const [file, code] of Object.entries(COMMANDS))
    it(`${file} says what it takes, and refuses anything else`, async () => {
      const { status, stdout, stderr } = await run(file, '--help');
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout).to.match(/^npm run [\w:-]+/);
      const refused = await run(file, '--nonsense');
      expect(refused).to.include({ status: code, stdout: '' });
      expect(refused.stderr).not.to.include('positional');
      expect(await readdir(folder)).to.deep.equal([]);
    });

  it('ask for help with -h too', async () => {
    for (const file of [PERSON, 'manifests/write.ts'])
      expect(await run(file, '-h')).to.deep.equal(await run(file, '--help'));
  });

  it('of the commands about a person are refused if they would do nothing', async () => {
    const ofErasing = ['erase', 'ada@sandbox.test', '--yes', '--to', path.join(folder, 'before.json')];
    for (const [args, words] of [
      [ofErasing, '--to belongs to export'],
      [['erase', 'ada@sandbox.test', '--files', folder], '--files belongs to export'],
      [['export', 'ada@sandbox.test', '--yes'], '--yes belongs to erase'],
      [['export', 'ada@sandbox.test', '--to='], '--to is empty'],
      [['export', ' '], 'It has to say whose data'],
      [['export', 'ada@sandbox.test', 'tim@sandbox.test'], 'One person at a time, not also tim@sandbox.test'],
      [['forget', 'ada@sandbox.test'], 'It is export or erase'],
    ] as const) {
      const { status, stderr } = await run(PERSON, ...args);
      expect(status).to.equal(2);
      expect(stderr.split('\n', 2)[0]).to.equal(`Not done: ${words}.`);
      expect(stderr).to.match(/\nnpm run person -- export <who>/);
    }
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
