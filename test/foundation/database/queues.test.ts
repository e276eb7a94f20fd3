import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase, type Database } from '../../../server/foundation/database/connection.ts';
import { watchPool } from '../../../server/foundation/database/poolQueue.ts';
import { createUnitOfWork } from '../../../server/foundation/database/unitOfWork.ts';
import { watchUnits } from '../../../server/foundation/database/unitQueue.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((_, openUrl) =>
  describe('what waits for the database', () => {
    let db: Database;
    before(async () => {
      db = await openDatabase(await openUrl(), 2);
    });
    after(() => db?.close());

    it('is known by the age of the oldest, for reads and for units of work', async () => {
      const readsMs = watchPool(db.reader);
      const units = watchUnits(createUnitOfWork(db.writer));
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
    });

    it('is forgotten when it fails', async () => {
      const units = watchUnits(createUnitOfWork(db.writer, { limits: { queuedUnits: 0 } }));
      await units.run(() => sleep(0)).catch(() => {});
      expect(units.waitedMs()).to.equal(0);
    });
  }),
);
