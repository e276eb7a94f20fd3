import { expect } from 'chai';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorAudit } from '../../server/foundation/audit/auditHead.ts';
import { CONTENT, linkAfter, type Link, type SealedContent } from '../../server/foundation/audit/chain.ts';
import { readChain, type StoredChain } from '../../server/foundation/audit/auditChainStore.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { createAuditRetention } from '../../server/foundation/audit/auditRetention.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import { addSealed, anchor, AUDIT_KEY, AUDIT_SEAL, seal } from '../support/auditChain.ts';
import { runCommand } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const ROWS = 8;
const NOTHING: Link = { position: 0, hash: '0'.repeat(64) };

interface Tampering {
  what: string;
  /** By somebody who can write to the database and knows how chains are built, but does not have the key. */
  tamper(db: Db, before: StoredChain): Promise<unknown>;
  /** An earlier state is restored completely, with its signature: only a head kept elsewhere reveals it. */
  onlyByHead?: true;
}

/** Gives every sealed row, in order, the position and hash that a genuine chain would have from here on. */
async function chainAnew(db: Db, from: Link = NOTHING): Promise<Link> {
  const rows: SealedContent[] = await db('audit').whereNotNull('position').orderBy('position').select(CONTENT);
  await db('audit')
    .whereNotNull('position')
    .update({ position: db.raw('position + 1000') });
  let link = from;
  for (const row of rows) {
    link = linkAfter(link, row);
    await db('audit').where({ seq: row.seq }).update(link);
  }
  return link;
}

const putEnds = (db: Db, { first, last, mac }: Partial<StoredChain>) =>
  db('audit_chain').update({
    ...(first && { first_position: first.position, first_hash: first.hash }),
    ...(last && { last_position: last.position, last_hash: last.hash }),
    ...(mac !== undefined && { mac }),
  });

const linkAt = async (db: Db, position: number): Promise<Link> =>
  db('audit').where({ position }).first('position', 'hash');

const cutAfter = async (db: Db, position: number) => {
  await db('audit').where('position', '>', position).delete();
  await putEnds(db, { last: await linkAt(db, position) });
};

const changeOne = (db: Db) => db('audit').where({ position: 3 }).update({ actor: 'somebody else' });

const TAMPERINGS: Tampering[] = [
  { what: 'a changed row', tamper: changeOne },
  { what: 'a missing row', tamper: (db) => db('audit').where({ position: 4 }).delete() },
  {
    what: 'a row added after the end, which moved along',
    async tamper(db, { last }) {
      const row = { seq: 500, at: 1, actor: 'eve', action: 'x', subject: 'y', channel: null, detail: null };
      const link = linkAfter(last, row);
      await db('audit').insert({ ...row, ...link });
      await putEnds(db, { last: link });
    },
  },
  {
    what: 'two swapped rows',
    async tamper(db) {
      for (const [from, to] of [
        [2, -1],
        [5, 2],
        [-1, 5],
      ] as const)
        await db('audit').where({ position: from }).update({ position: to });
    },
  },
  {
    what: 'a closed gap',
    async tamper(db) {
      await db('audit').where({ position: 4 }).delete();
      for (let position = 5; position <= ROWS; position++)
        await db('audit')
          .where({ position })
          .update({ position: position - 1 });
    },
  },
  { what: 'a truncated end, moved back', tamper: (db) => cutAfter(db, 5) },
  {
    what: 'a changed row, and the whole chain rebuilt',
    async tamper(db) {
      await changeOne(db);
      await putEnds(db, { last: await chainAnew(db) });
    },
  },
  {
    what: 'a chain that restarts from nothing',
    async tamper(db) {
      await db('audit').update({ position: null, hash: null });
      await putEnds(db, { first: NOTHING, last: NOTHING });
    },
  },
  {
    what: 'a chain that restarts from nothing, as if it had never been signed',
    async tamper(db) {
      await db('audit').delete();
      await putEnds(db, { first: NOTHING, last: NOTHING, mac: null });
    },
  },
  {
    what: 'a truncated start that looks purged',
    async tamper(db) {
      await putEnds(db, { first: await linkAt(db, 3) });
      await db('audit').where('position', '<=', 3).delete();
    },
  },
  { what: 'missing end records', tamper: (db) => db('audit_chain').delete() },
  {
    what: 'a rebuilt chain, signed with another key',
    async tamper(db, { first }) {
      await changeOne(db);
      const last = await chainAnew(db);
      await putEnds(db, { last, mac: createChainSeal(Buffer.alloc(32, 8)).sign({ first, last }) });
    },
  },
  {
    what: 'an older state, restored completely',
    onlyByHead: true,
    async tamper(db, before) {
      await db('audit').where('position', '>', before.last.position).delete();
      await putEnds(db, before);
    },
  },
];

describe('attack: audit tampering by somebody with write access to the database', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    /** The ends of the chain two rows earlier. */
    let earlier: StoredChain;
    let whole: { rows: object[]; chain: object };
    const verify = (head?: Link) => verifyAudit(store.db.reader, { seal: AUDIT_SEAL, head });

    before(async () => {
      if (name === 'PostgreSQL')
        await store.db.writer.raw('alter table audit alter column seq set generated by default');
    });

    beforeEach(async () => {
      await anchor(store);
      await addSealed(store, 0, ROWS - 2);
      earlier = (await readChain(store.db.reader))!;
      await addSealed(store, ROWS - 2, ROWS);
      whole = { rows: await store.db.reader('audit'), chain: await store.db.reader('audit_chain').first() };
    });

    afterEach(async () => {
      await store.db.writer('audit_chain').delete();
      await store.db.writer('audit_chain').insert(whole.chain);
    });

    for (const { what, tamper, onlyByHead } of TAMPERINGS)
      it(`is detected: ${what}`, async () => {
        const { position, hash } = (await readChain(store.db.reader))!.last;
        expect((await verify({ position, hash })).ok, 'before').to.equal(true);
        await tamper(store.db.writer, onlyByHead ? earlier : (await readChain(store.db.reader))!);
        expect((await verify({ position, hash })).ok, 'with a head that was kept').to.equal(false);
        expect((await verify()).ok, 'without one').to.equal(onlyByHead ?? false);
      });

    it('is not made to look genuine when the server continues the chain', async () => {
      await changeOne(store.db.writer);
      await putEnds(store.db.writer, { last: await chainAnew(store.db.writer) });
      const sealing = await addSealed(store, ROWS, ROWS + 2).catch((error: Error) => error);
      expect(String(sealing)).to.match(/not signed with the key of this installation/);
      const purge = createAuditRetention(AUDIT_SEAL).purge;
      const purging = await store.units.run(({ trx }) => purge(trx, 1e6, 500)).catch((error: Error) => error);
      expect(String(purging)).to.match(/not signed with the key/);
      expect(await verify()).to.deep.include({ ok: false, unsealed: 2 });
    });

    it('is not signed again after it was signed once', async () => {
      await putEnds(store.db.writer, { mac: null });
      expect(await anchorAudit(store.units, AUDIT_SEAL, 1)).to.equal(true); // sealed before there were signatures
      await seal(store);
      expect(await verify()).to.deep.include({ ok: true, rows: ROWS + 1, unsealed: 0 });
      expect(await anchorAudit(store.units, AUDIT_SEAL, 2), 'as it is').to.equal(false);
      await changeOne(store.db.writer);
      await putEnds(store.db.writer, { last: await chainAnew(store.db.writer), mac: null });
      expect(await anchorAudit(store.units, AUDIT_SEAL, 3), 'unsigned again').to.equal(false);
      expect((await verify()).firstBad?.what).to.match(/not signed/);
    });

    it('is still detected after a key rotation, when the new key signs', async () => {
      const key = Buffer.alloc(32, 9);
      const both = createChainSeal(key, [AUDIT_KEY]);
      expect((await verifyAudit(store.db.reader, { seal: both })).ok).to.equal(true);
      await addSealed(store, ROWS, ROWS + 1, both);
      expect((await verifyAudit(store.db.reader, { seal: createChainSeal(key) })).ok).to.equal(true);
      expect((await verify()).ok, 'the former key alone').to.equal(false);
    });

    it('is checked against an older head, but not against a purged one', async () => {
      expect((await verify(earlier.last)).ok).to.equal(true);
      await store.units.run(({ trx }) => createAuditRetention(AUDIT_SEAL).purge(trx, 1000 + 2, 500));
      expect((await verify(await linkAt(store.db.reader, 4))).ok).to.equal(true);
      expect((await verify({ position: 2, hash: 'a'.repeat(64) })).firstBad?.what).to.match(/purged/);
    });

    it('is detected by npm run audit:verify, with the key or with a head', async function () {
      this.timeout(60_000);
      const run = (env: NodeJS.ProcessEnv, ...flags: string[]) =>
        runCommand('server/composition/verifyAudit.ts', flags, {
          env: { DATABASE_URL: store.url, DATA_DIR: path.join(HOUSE, 'nowhere'), ...env },
        });
      const { position, hash } = (await readChain(store.db.reader))!.last;
      await cutAfter(store.db.writer, 5);
      const byKey = await run({ HANDBACK_KEY: AUDIT_KEY.toString('hex') });
      expect([byKey.status, byKey.stdout]).to.satisfy(
        ([status, out]: [number, string]) => status === 1 && /cut/.test(out),
      );
      const byHead = await run({}, '--head', `${position}:${hash}`);
      expect([byHead.status, /ends before the head/.test(byHead.stdout)]).to.deep.equal([1, true]);
      const byNothing = await run({});
      expect([byNothing.status, /needs the key/.test(byNothing.stderr)]).to.deep.equal([2, true]);
    });
  });
});
