import { expect } from 'chai';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../../server/foundation/database/connection.ts';
import { missingMigrations } from '../../../server/foundation/database/migrate.ts';
import { programAt } from '../../support/command.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { runOnFullDisk } from '../../support/fullDisk.ts';
import { runToEnd } from '../../support/runToEnd.ts';
import { skipBecause } from '../../support/skip.ts';

const COMMAND = 'server/composition/migrate.ts';
const DONE = { code: 0, out: 'The database is up to date.\n', err: '' };

describe('npm run migrate', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'handback-migrate-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const migrate = (env: NodeJS.ProcessEnv, ...flags: string[]) =>
    runToEnd(process.execPath, [...programAt(COMMAND), ...flags], {
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), ...env },
    });

  it('creates a missing database, for its owner only', async () => {
    expect(await migrate({})).to.deep.equal(DONE);
    if (process.platform === 'win32') return; // access is up to the folder's access list there
    expect((await stat(path.join(folder, 'data/tenant.db'))).mode & 0o777).to.equal(0o600);
  });

  it('touches no database if npm has kept the option that names another', async () => {
    const { code, err } = await migrate({ npm_lifecycle_event: 'migrate', npm_config_sandbox: 'true' });
    expect(code).to.equal(1);
    expect(err).to.match(/^The database was not migrated: npm has kept an option .* npm run migrate -- …\n$/);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('leaves nothing behind on a full disk, and says so', async function () {
    if (process.platform === 'win32') skipBecause(this, 'a process cannot be kept from writing there');
    const { code, err } = await runOnFullDisk(programAt(COMMAND), { DATA_DIR: folder });
    expect(code).to.equal(1);
    expect(err).to.match(/^The database was not migrated: .*\n.*the database cannot be used: E\w+: /);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  forEachDatabase((_name, _openUrl, openBlankUrl) =>
    it('skips no migration, and leaves a database of the other kind alone', async () => {
      const env = { DATABASE_URL: await openBlankUrl() };
      expect(await migrate(env, '--sandbox')).to.deep.equal(DONE);
      const db = await openDatabase(env.DATABASE_URL);
      expect(await missingMigrations(db.reader)).to.equal(null);
      await db.close();
      const { code, err } = await migrate(env);
      expect(code).to.equal(1);
      expect(err).to.match(/^The database was not migrated: .*\n.*belongs to a sandbox installation/);
    }),
  );
});
