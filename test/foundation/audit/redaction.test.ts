import { expect } from 'chai';
import { createAuditRetention } from '../../../server/foundation/audit/auditRetention.ts';
import { createChainSeal } from '../../../server/foundation/audit/chainSeal.ts';
import { redactRows, resignRedactions, sealedRows } from '../../../server/foundation/audit/redactionStore.ts';
import { verifyAudit } from '../../../server/foundation/audit/verifyAudit.ts';
import { addSealed, anchor, AUDIT_KEY, AUDIT_SEAL, seal } from '../../support/auditChain.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const ENTRY = { at: 5000, actor: 'operator', subject: 'erased-1' };

describe('the audit of a person who was redacted', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const verify = (chainSeal = AUDIT_SEAL) => verifyAudit(store.db.reader, { seal: chainSeal });
    const redact = (actor: string, instead: string) =>
      store.units.run(async ({ trx }) => {
        const rows = await sealedRows(trx, { sql: 'actor = ?', bindings: [actor] }, 0);
        const redacted = rows.map((row) => ({ ...row, actor: instead }));
        return redactRows(trx, AUDIT_SEAL, redacted, ENTRY);
      });

    beforeEach(async () => {
      await anchor(store);
      await addSealed(store, 0, 6);
      expect(await redact('person 2', 'erased-1')).to.equal(true);
    });

    it('verifies, sealed or not', async () => {
      expect(await verify()).to.deep.include({ ok: true, rows: 6, unsealed: 1 });
      await seal(store);
      expect(await verify()).to.deep.include({ ok: true, rows: 7, unsealed: 0 });
      await redact('erased-1', 'erased-2');
      await seal(store);
      expect(await verify()).to.deep.include({ ok: true, rows: 8 });
      expect((await verifyAudit(store.db.reader, { seal: null })).ok, 'without the key').to.equal(true);
      expect(JSON.stringify(await store.db.reader('audit'))).to.not.include('person 2');
    });

    it('shows changes by somebody without the key, even if disguised as a redaction', async () => {
      await seal(store);
      const forger = createChainSeal(Buffer.alloc(32, 8));
      const [row] = await sealedRows(store.db.reader, { sql: 'actor = ?', bindings: ['person 4'] }, 0);
      const foreign = { ...AUDIT_SEAL, signRedaction: forger.signRedaction.bind(forger) };
      await store.units.run(({ trx }) => redactRows(trx, foreign, [{ ...row!, actor: 'eve' }], ENTRY));
      await seal(store); // the server cannot tell
      expect((await verify()).firstBad).to.deep.equal({
        position: row!.position,
        what: `the redaction of row ${row!.seq} was not signed with this key`,
      });
    });

    it('shows a missing redaction, sealed or not', async () => {
      const whole = await store.db.reader('audit_redactions');
      await store.db.writer('audit').where({ action: 'audit.redacted' }).delete();
      expect((await verify()).ok).to.equal(false);
      expect((await verify()).firstBad?.what).to.match(/no row says/);
      await store.db.writer('audit_redactions').delete();
      expect((await verify()).firstBad?.what).to.match(/changed/);
      expect(whole).to.have.length(1);
    });

    it('is purged together with its rows', async () => {
      await seal(store);
      const purge = createAuditRetention(AUDIT_SEAL).purge;
      await store.units.run(({ trx }) => purge(trx, 1004, 500));
      expect(await verify()).to.deep.include({ ok: true, rows: 2 });
      expect(await store.db.reader('audit_redactions')).to.deep.equal([]);
    });

    it('is signed again with another key, except redactions that were not genuine', async () => {
      await redact('person 3', 'erased-3');
      await redact('person 5', 'erased-5');
      await seal(store);
      await store.db
        .writer('audit_redactions')
        .where({ position: 6 })
        .update({ mac: 'f'.repeat(64) });
      const next = Buffer.alloc(32, 9);
      const both = createChainSeal(next, [AUDIT_KEY]);
      const resign = (after: number) => store.units.run(({ trx }) => resignRedactions(trx, both, after, 2));
      expect([await resign(0), await resign(4)]).to.deep.equal([4, null]);
      await addSealed(store, 6, 7, both);
      const report = await verify(createChainSeal(next));
      expect(report.firstBad?.position, JSON.stringify(report)).to.equal(6);
      expect(report.rows).to.equal(5);
    });
  });
});
