import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { anchorAudit } from '../../server/foundation/audit/auditHead.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { startCable } from '../support/cable.ts';
import { runCommand } from '../support/command.ts';
import { openFreely } from '../support/openStore.ts';
import { postgresUrl } from '../support/postgres.ts';

const GUID = '11111111-1111-4111-8111-111111111111';
const PERSON = '22222222-2222-4222-8222-222222222222';
const [KEY, FORMER] = ['ab'.repeat(32), 'cd'.repeat(32)];
const REGISTERED = { TENANT_ID: GUID, CLIENT_ID: GUID, DIRECTORY_CLIENT_ID: GUID, DIRECTORY_CLIENT_SECRET: 'secret' };
const BLAMED = String.raw`Not configured:\n {2}- DATABASE_URL: the database cannot be used: .*connection.*\n$`;

describe('attack: a PostgreSQL that goes away while a command runs', function () {
  this.timeout(180_000);
  let folder: string;
  /** Bypasses the cable. */
  let db: Database;
  let cable: Awaited<ReturnType<typeof startCable>>;
  /** The connections are cut when this is first sent. */
  let last: RegExp | null = null;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-lost-database-'));
    const url = await postgresUrl();
    db = await openFreely(url, 1);
    await anchorAudit(createUnitOfWork(db.writer), createChainSeal(Buffer.from(KEY, 'hex')), Date.now()); // as a server did
    cable = await startCable(url, (sent) => {
      if (last?.test(sent)) {
        last = null;
        cable.cut();
      }
      return sent;
    });
  });
  after(async () => {
    await db?.close();
    cable?.close();
    await rm(folder, { recursive: true, force: true });
  });

  function run(file: string, ...args: string[]) {
    const env = { DATABASE_URL: cable.url, DATA_DIR: folder, HANDBACK_KEY: KEY, HANDBACK_KEY_PREVIOUS: FORMER };
    return runCommand(file, args, { env: { ...env, ...REGISTERED } });
  }

  async function cutAt(sent: RegExp, file: string, ...args: string[]) {
    last = sent;
    const ended = await run(file, ...args);
    expect(last, ended.stderr).to.equal(null);
    return ended;
  }

  it('refuses a start at any moment, and is blamed without a stack', async () => {
    for (const sent of [/pg_advisory_xact_lock/, /"audit_chain"/, /listen handback/]) {
      const { status, stderr } = await cutAt(sent, 'server/serve.ts');
      expect(status, stderr).to.equal(1);
      expect(stderr).to.match(new RegExp(`^${BLAMED}`, 'i'));
    }
  });

  it('is blamed by npm run migrate', async () => {
    const { status, stderr } = await cutAt(/"knex_migrations"/, 'server/composition/migrate.ts');
    expect(status, stderr).to.equal(1);
    expect(stderr).to.match(new RegExp(`^The database was not migrated: ${BLAMED}`, 'i'));
  });

  it('is blamed by npm run rotate-key, which says that it has to be called again', async () => {
    const { status, stderr } = await cutAt(/"author_secrets"/, 'server/composition/rotateKey.ts');
    expect(status, stderr).to.equal(2);
    expect(stderr).to.match(new RegExp(`^The key change is not complete; call again to resume it: ${BLAMED}`, 'i'));
  });

  it('leaves half a person behind, who is erased by the next call, as the command says', async () => {
    await db.writer('inboxes').insert({ person: PERSON });
    const erase = ['server/composition/person/person.ts', 'erase', PERSON, '--yes'] as const;
    const { status, stderr } = await cutAt(/delete from "?inboxes/, ...erase);
    expect(status, stderr).to.equal(2);
    expect(stderr).to.match(new RegExp(`^The erasure is not complete; call again to continue it: ${BLAMED}`, 'i'));
    expect(await db.reader('erasures').pluck('person')).to.deep.equal([PERSON]);
    expect((await run(...erase)).stdout).to.match(/^Erased\. /);
    expect(await db.reader('erasures').pluck('person')).to.deep.equal([]);
  });
});
