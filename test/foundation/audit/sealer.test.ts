// cspell:ignore plpgsql
import { expect } from 'chai';
import { addToAudit } from '../../../server/foundation/audit/auditStore.ts';
import { createAuditState, createHeadLog } from '../../../server/foundation/audit/auditHead.ts';
import { createSealer } from '../../../server/foundation/audit/sealer.ts';
import { verifyAudit } from '../../../server/foundation/audit/verifyAudit.ts';
import { createUnitOfWork, passedDeadline, type Work } from '../../../server/foundation/database/unitOfWork.ts';
import { addSealed, anchor, AUDIT_SEAL, entry } from '../../support/auditChain.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const BACKLOG = 20_000;
const AT_ONCE = 5000;

describe('the sealer', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    beforeEach(() => anchor(store));

    const addUnsealed = async (count: number) => {
      for (let from = 0; from < count; from += AT_ONCE)
        await addToAudit(
          store.db.writer,
          Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => entry(from + n)),
        );
    };

    it('seals a backlog, and lets others write between its units', async function () {
      this.timeout(60_000);
      await addUnsealed(BACKLOG);
      let rounds = 0;
      const units = {
        run: <T>(work: Work<T>) => {
          rounds++;
          return store.units.run(work);
        },
      };
      const sealer = createSealer({ units, reader: store.db.reader, seal: AUDIT_SEAL });
      let others = 0;
      let isSealing = true;
      const other = (async () => {
        while (isSealing) {
          await store.units.run(({ trx }) => trx('installation').first('id'));
          others++;
        }
      })();
      do await sealer.tick(1);
      while (sealer.nextDueAt() === 0);
      isSealing = false;
      await other;
      expect(await verifyAudit(store.db.reader, { seal: AUDIT_SEAL })).to.deep.include({
        ok: true,
        rows: BACKLOG,
        unsealed: 0,
      });
      expect(rounds).to.be.within(BACKLOG / 2000, BACKLOG / 100);
      expect(others, 'one between any two').to.be.at.least(rounds - 1);
    });

    it('takes fewer rows at once after a unit passed its deadline, instead of the same again', async function () {
      this.timeout(60_000);
      await addUnsealed(24);
      await slowDown(12);
      try {
        const units = createUnitOfWork(store.db.writer, { limits: { unitMs: 150 } });
        const sealer = createSealer({ units, reader: store.db.reader, seal: AUDIT_SEAL });
        // on a busy machine even one row may take too long; the loop reports it and continues, and so does this
        for (let ticks = 0; ticks < 60; ticks++)
          await sealer.tick(1).catch((error: unknown) => {
            if (!passedDeadline(error)) throw error;
          });
      } finally {
        await speedUp();
      }
      expect(await verifyAudit(store.db.reader, { seal: AUDIT_SEAL })).to.deep.include({
        ok: true,
        rows: 24,
        unsealed: 0,
      });
    });

    /** Delays each sealed row by so much. */
    const slowDown = (ms: number) =>
      name === 'PostgreSQL'
        ? store.db.writer.raw(
            `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${ms / 1000}); return new; end $$;
             create trigger slow before update on audit for each row execute function slow()`,
          )
        : store.db.writer.raw(
            `create trigger slow before update of position on audit begin
               select count(*) from (with recursive c (i) as (select 1 union all select i + 1 from c where i < ${ms * 4000}) select i from c); end`,
          );
    const speedUp = () =>
      store.db.writer.raw(name === 'PostgreSQL' ? 'drop function slow cascade' : 'drop trigger slow');

    it('reports the end of the chain and the unsealed rows, and logs the head each hour', async () => {
      const audit = createAuditState(store.db.reader);
      const lines: object[] = [];
      const headLog = createHeadLog(audit, { info: (line: object) => void lines.push(line) } as never);
      expect([await audit.head(), await audit.backlog()]).to.deep.equal([
        { position: 0, hash: '0'.repeat(64) },
        { rows: 0, oldestAt: null },
      ]);
      await addSealed(store, 0, 3);
      await addUnsealed(2);
      const { position, hash } = await store.db.reader('audit').where({ position: 3 }).first();
      expect([await audit.head(), await audit.backlog()]).to.deep.equal([
        { position, hash },
        { rows: 2, oldestAt: 1000 },
      ]);
      const hour = 60 * 60 * 1000;
      await headLog.tick(5 * hour);
      expect([lines, headLog.logged()]).to.deep.equal([[{ position, hash }], { position, hash }]);
      expect(headLog.nextDueAt()).to.equal(6 * hour);
    });
  });
});
