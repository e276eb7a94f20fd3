import { expect } from 'chai';
import { rotate } from '../../server/composition/rotation.ts';
import { ForeignChainError, readChain } from '../../server/foundation/audit/auditChainStore.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import { keysOf } from '../../server/foundation/settings/cipher.ts';
import { addSealed, anchor, AUDIT_KEY } from '../support/auditChain.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

const NEW_KEY = Buffer.alloc(32, 9);

describe('a key that is replaced while others work with the audit', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const rotateNow = () => rotate({ database: store.db, keys: keysOf([NEW_KEY, AUDIT_KEY]), settleMs: 0 });
    const verifyWith = (key: Buffer) => verifyAudit(store.db.reader, { seal: createChainSeal(key) });

    beforeEach(async () => {
      await anchor(store);
      await addSealed(store, 0, 3);
    });

    it('signs the ends of the chain, even if a server holds it at that moment', async () => {
      const other = await store.db.reader.transaction();
      if (name === 'PostgreSQL') await other('audit_chain').forUpdate().first();
      else await other.rollback(); // a second writer waits for its turn there
      const letGo = (_: unknown, { sql }: { sql: string }) => {
        if (/skip locked/.test(sql) && !other.isCompleted()) void other.rollback();
      };
      store.db.writer.on('query-response', letGo);
      try {
        await rotateNow();
      } finally {
        store.db.writer.off('query-response', letGo);
        if (!other.isCompleted()) await other.rollback();
      }
      expect(await verifyWith(NEW_KEY)).to.include({ ok: true, rows: 3 });
    });

    it('is replaced before any server has started, and signs nothing then', async () => {
      await store.db.writer('audit_chain').update({ mac: null });
      await rotateNow();
      expect((await readChain(store.db.reader))!.mac).to.equal(null);
    });

    it('is not waited for when the ends of the chain are missing', async () => {
      const ends = await store.db.reader('audit_chain').first();
      await store.db.writer('audit_chain').delete();
      const ended = await rotateNow().catch((error: Error) => error);
      await store.db.writer('audit_chain').insert(ends);
      expect(ended).to.be.instanceOf(ForeignChainError);
    });
  });
});
