import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { findKnown } from '../../server/composition/person/knownPerson.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { createCipher, keysOf } from '../../server/foundation/settings/cipher.ts';
import { hasOurKey, markKey } from '../../server/foundation/settings/keyMark.ts';
import { flow } from '../flow/flows.ts';
import { answered, publish } from '../scenarios/support.ts';
import { programAt } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { openFreely, tableNames } from '../support/openStore.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';

const COMMAND = 'server/composition/rotateKey.ts';
const PROVIDERS = { email: { smtpUrl: 'smtp://user:swordfish@mail.test', from: 'a@b.test' } };
const MANY = 400;

/** `npm run rotate-key` in its own process. */
function rotateKey(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...programAt(COMMAND), '--sandbox'], {
    env: { PATH: process.env['PATH'], ...environment },
  });
  const over = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { kill: () => child.kill('SIGKILL'), over: over.then(([out, err]) => ({ out, err, code: child.exitCode })) };
}

describe('replacing a leaked key', () => {
  let sandbox: Sandbox;
  let folder: string;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-rotation-'));
  });
  after(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  forEachDatabase((name, openUrl, openBlankUrl) => {
    let product: TestProduct;
    let db: Database;
    let environment: NodeJS.ProcessEnv;
    let [ada, grace] = [] as unknown as [Client, Client];
    let id: string;
    let old: string;

    const secondsOfTest = 90;
    const [oldGiven, newGiven] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const isGiven = name === 'PostgreSQL'; // SQLite keeps its key in a file
    const keysInFile = async () => (await readFile(path.join(folder, name, 'handback.key'), 'utf8')).trim().split('\n');
    const cipherOf = (hex: string) => createCipher(keysOf([Buffer.from(hex, 'hex')]));

    before(async () => {
      const DATABASE_URL = await openUrl();
      const DATA_DIR = path.join(folder, name);
      environment = { DATABASE_URL, DATA_DIR };
      const start = (key: string | null, previousKey: string | null) =>
        startProduct({
          databaseUrl: DATABASE_URL,
          sandbox,
          config: { dataDir: DATA_DIR, key, previousKey },
          withLoops: false,
        });
      product = await start(isGiven ? oldGiven : null, null);
      db = await openFreely(DATABASE_URL, 2);
      [ada, grace] = [await product.as('ada@sandbox.test'), await product.as('grace@sandbox.test')];
      await product.product.services.settings.set('notificationProviders', PROVIDERS, 'test');
      id = await askKey();
      await answered(grace, `${id}-login`, { values: { key: 'hunter2' } });
      await eventually(async () => (await product.execution(ada, id)).status === 'completed' || undefined);
      old = isGiven ? oldGiven : (await keysInFile())[0]!;
      await markKey(db.writer, cipherOf(old)); // a sandbox does not
      await copyAnswer(MANY);
      await eraseRadia();
      await product.product.services.background.loops.tick(Date.now());
      if (!isGiven) return;
      Object.assign(environment, { HANDBACK_KEY: newGiven, HANDBACK_KEY_PREVIOUS: oldGiven });
      await product.close();
      product = await start(newGiven, oldGiven);
      [ada, grace] = [await product.as('ada@sandbox.test'), await product.as('grace@sandbox.test')];
    });
    after(async () => {
      await product?.close();
      await db?.close();
    });

    let flows = 0;
    async function askKey(): Promise<string> {
      const variables = [{ name: 'key', type: 'password' }];
      const config = { inputType: 'form', prompt: '?', assignees: { users: ['grace@sandbox.test'] }, variables };
      const nodes = { start: 'start', login: ['human', config] as [string, typeof config], end: 'end' };
      const definition = { ...flow(nodes, ['start > login > end']), id: `rotated-${++flows}` };
      const execution = await product.run(ada, await publish(ada, definition));
      await product.reached(ada, execution, 'waiting');
      return execution;
    }

    const placeOf = (person: string) => ['answer', id, `${id}-login`, person, 'key'] as const;

    /** As if many people had answered. */
    async function copyAnswer(count: number): Promise<void> {
      const cipher = cipherOf(old);
      const row = await db
        .reader('responses')
        .where({ request_id: `${id}-login` })
        .first();
      for (let n = 0; n < count; n += 100)
        await db.writer('responses').insert(
          Array.from({ length: 100 }, (_, m) => {
            const person = `person-${n + m}`;
            const values = { key: { sealed: cipher.seal(`secret of ${person}`, placeOf(person)) } };
            return { ...row, person, payload: JSON.stringify({ value: null, values, note: '' }) };
          }),
        );
    }

    /** The audit then names her by a pseudonym; the redacted contents are signed with the key. */
    async function eraseRadia(): Promise<void> {
      const radia = await product.as('radia@sandbox.test');
      const definition = { ...flow({ start: 'start', end: 'end' }, ['start > end']), id: 'quick' };
      await product.reached(radia, await product.run(radia, await publish(ada, definition)), 'completed');
      const known = (await findKnown(db.reader, 'radia@sandbox.test'))!;
      const seal = createChainSeal(Buffer.from(old, 'hex'));
      const storage = { remove: () => Promise.reject(new Error('She has no files.')) };
      await erasePerson({ units: createUnitOfWork(db.writer), reader: db.reader, seal, storage }, known);
      expect(await redactions()).to.not.deep.equal([]);
    }
    const redactions = async (): Promise<string[]> => db.reader('audit_redactions').orderBy('position').pluck('mac');

    const payloads = async (): Promise<{ person: string; payload: string }[]> =>
      db
        .reader('responses')
        .where({ request_id: `${id}-login` })
        .select('person', 'payload');

    async function wholeDatabase(): Promise<string> {
      const rows: object[] = [];
      for (const table of await tableNames(db)) rows.push({ [table]: await db.reader(table) });
      return JSON.stringify(rows);
    }

    it('makes the old key useless once everything is sealed again, even if it is killed midway while a server runs', async function () {
      this.timeout(secondsOfTest * 1000);
      const isOld = ({ payload }: { payload: string }) => payload.includes(prefixOf(old));
      const signed = await redactions();
      const killed = rotateKey(environment);
      await eventually(async () => ((await payloads()).some((row) => !isOld(row)) ? true : undefined));
      killed.kill();
      await killed.over;
      if (!isGiven)
        expect(await keysInFile())
          .to.have.length(2)
          .and.to.include(old);

      const again = rotateKey(environment);
      const meanwhile = await askKey();
      await answered(grace, `${meanwhile}-login`, { values: { key: 'said meanwhile' } });
      await product.product.services.settings.set('directoryClientSecret', 'changed meanwhile', 'test');
      const { out, err, code } = await again.over;
      expect([code, err]).to.deep.equal([0, '']);
      expect(out).to.match(
        /^Re-sealed settings: \d+, secrets: \d+, answers: \d+, people's tokens: \d+, and the audit's ends\. /,
      );

      const [fresh, ...more] = isGiven ? [newGiven] : await keysInFile();
      expect([more, fresh === old]).to.deep.equal([[], false]);
      expect(await wholeDatabase()).to.not.include(prefixOf(old));
      const cipher = cipherOf(fresh!);
      for (const { person, payload } of await payloads()) {
        const { sealed } = JSON.parse(payload).values.key as { sealed: string };
        const expected = person.startsWith('person-') ? `secret of ${person}` : 'hunter2';
        expect(cipher.open(sealed, placeOf(person))).to.equal(expected);
      }
      expect(await hasOurKey(db.reader, cipher)).to.equal(true);
      const seal = createChainSeal(Buffer.from(fresh!, 'hex'));
      expect((await verifyAudit(db.reader, { seal })).ok).to.equal(true);
      expect(await redactions())
        .to.have.length(signed.length)
        .and.not.include(signed[0]);
      await product.product.services.background.loops.tick(Date.now() + 60_000);
      expect((await verifyAudit(db.reader, { seal })).ok).to.equal(true);
      const { settings } = product.product.services;
      expect((await settings.describe()).filter(({ isReadable }) => !isReadable)).to.deep.equal([]);
    });

    it('succeeds for one of two who try at once, and everything opens with the new key', async function () {
      this.timeout(secondsOfTest * 1000);
      if (isGiven) return; // both are given the same one
      const both = await Promise.all([rotateKey(environment).over, rotateKey(environment).over]);
      expect(both.map(({ code }) => code).sort()).to.deep.equal([0, 2]);
      const { err } = both.find(({ code }) => code === 2)!;
      expect(err, err).to.match(/^This call has not changed the key: [^]*is being changed already \(process \d+ on/);
      const [fresh, ...more] = await keysInFile();
      expect(more).to.deep.equal([]);
      for (const { payload } of await payloads()) expect(payload).to.include(prefixOf(fresh!));
      const { settings } = product.product.services;
      settings.forget();
      expect((await settings.describe()).filter(({ isReadable }) => !isReadable)).to.deep.equal([]);
    });

    it('is refused while the key file serves a second database, which would lose everything sealed', async () => {
      if (isGiven) return; // no key file
      const [before, other] = [await keysInFile(), path.join(folder, name, 'tenant.db')];
      await writeFile(other, '');
      const { err, code } = await rotateKey(environment).over;
      await rm(other);
      expect([code, await keysInFile()]).to.deep.equal([2, before]);
      expect(err).to.match(/^This call has not changed the key: [^]*tenant\.db: sealed with the key in/);
    });

    it('requires the old key beside the new one', async () => {
      const alone = { ...environment, HANDBACK_KEY: newGiven, HANDBACK_KEY_PREVIOUS: '' };
      const { err, code } = await rotateKey(alone).over;
      expect(code).to.equal(2);
      expect(err).to.match(/^This call has not changed the key: .*\n.*HANDBACK_KEY_PREVIOUS must be given/);
      const same = { ...environment, HANDBACK_KEY: newGiven, HANDBACK_KEY_PREVIOUS: newGiven.toUpperCase() };
      expect((await rotateKey(same).over).err, 'nothing would be new').to.match(/HANDBACK_KEY_PREVIOUS must be given/);
      const foreign = { HANDBACK_KEY: '01'.repeat(32), HANDBACK_KEY_PREVIOUS: '02'.repeat(32) };
      const before = await wholeDatabase();
      const refused = await rotateKey({ ...environment, ...foreign }).over;
      expect(refused.code).to.equal(2);
      expect(refused.err).to.match(/^The key change is not complete; .* cannot be opened/);
      expect(await wholeDatabase()).to.equal(before);
    });

    it('does not claim success where there is no installation, and creates none', async () => {
      const DATABASE_URL = await openBlankUrl();
      const given = { HANDBACK_KEY: newGiven, HANDBACK_KEY_PREVIOUS: oldGiven };
      const { out, err, code } = await rotateKey({ ...environment, ...given, DATABASE_URL }).over;
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.match(
        /^This call has not changed the key: [^]*(There is no database at|nothing of Handback is in this database)/,
      );
      if (name === 'SQLite') return expect(existsSync(DATABASE_URL.slice('sqlite:'.length))).to.equal(false);
      const blank = await openFreely(DATABASE_URL, 1);
      expect(await tableNames(blank)).to.deep.equal([]);
      await blank.close();
    });
  });
});

/** The prefix of everything sealed with a key. */
function prefixOf(hex: string): string {
  const sealed = createCipher(Buffer.from(hex, 'hex')).seal('x', ['x']);
  return sealed.slice(0, sealed.lastIndexOf('.') + 1);
}
