import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase, type Database } from '../../../server/foundation/database/connection.ts';
import { watchPool } from '../../../server/foundation/database/poolQueue.ts';
import { createUnitOfWork } from '../../../server/foundation/database/unitOfWork.ts';
import { watchUnits } from '../../../server/foundation/database/unitQueue.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((_, openUrl) =>
  describe('the database queues', () => {
    let db: Database;
    before(async () => {
      db = await openDatabase(await openUrl(), 2);
    });
    after(() => db?.close());

    it('report the age of the oldest entry, for reads and for units of work', async () => {
      const waited: Record<'reads' | 'units', number[]> = { reads: [], units: [] };
      const readsMs = watchPool(db.reader, (ms) => void waited.reads.push(ms));
      const units = watchUnits(createUnitOfWork(db.writer), { waited: (ms) => void waited.units.push(ms) });
      expect([readsMs(), units.waitedMs()]).to.deep.equal([0, 0]);
      const held = await Promise.all(
        Array.from(
          { length: db.kind === 'sqlite' ? 3 : 2 },
          () => db.reader.client.acquireConnection() as Promise<unknown>,
        ),
      );
      const read = db.reader.raw('select 1');
      void read.then(() => {});
      const [first, second] = [units.run(() => sleep(60)), units.run(() => sleep(0))];
      await sleep(40);
      expect(readsMs()).to.be.above(20);
      expect(units.waitedMs()).to.be.above(20);
      for (const connection of held) await db.reader.client.releaseConnection(connection);
      await Promise.all([read, first, second]);
      expect([readsMs(), units.waitedMs()]).to.deep.equal([0, 0]);
      expect([waited.units.length, Math.max(...waited.units) > 20]).to.deep.equal([2, true]);
      expect(Math.max(...waited.reads)).to.be.above(20);
    });

    it('report each finished unit: its duration, and whether it was stored', async () => {
      const told: [what: string, ms: number][] = [];
      const units = watchUnits(createUnitOfWork(db.writer), {
        waited: (ms) => void told.push(['waited', ms]),
        ended: (ms, isStored) => void told.push([isStored ? 'stored' : 'failed', ms]),
      });
      await units.run(() => sleep(30));
      await units.run(() => Promise.reject(new Error('not this one'))).catch(() => {});
      expect(told.map(([what]) => what)).to.deep.equal(['waited', 'stored', 'waited', 'failed']);
      expect(told[1]![1]).to.be.within(25, 1000);
    });

    it('forget an entry when it fails', async () => {
      let waited = 0;
      const units = watchUnits(createUnitOfWork(db.writer, { limits: { queuedUnits: 0 } }), {
        waited: () => void waited++,
        ended: () => expect.fail('it never began'),
      });
      await units.run(() => sleep(0)).catch(() => {});
      expect([units.waitedMs(), waited]).to.deep.equal([0, 1]);
    });
  }),
);
