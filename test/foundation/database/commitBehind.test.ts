import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '../../../server/foundation/database/connection.ts';
import { insertOf, insertRows } from '../../../server/foundation/database/rows.ts';
import { query } from '../../../server/foundation/database/statements.ts';
import {
  CommitFailedError,
  createUnitOfWork,
  isFaultOfContent,
} from '../../../server/foundation/database/unitOfWork.ts';
import { startCable } from '../../support/cable.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { SETTING, setting } from '../../support/settingRows.ts';

/** Returns rows that say what was stored. */
const add = async (trx: Knex, name: string): Promise<string[]> => {
  const { sql, bindings } = insertOf(trx, 'settings', SETTING, [setting(name)], 'returning name');
  return (await query<{ name: string }>(trx, sql, bindings)).map((row) => row.name);
};

describe('unit of work: COMMIT behind the last statement', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const names = (): Promise<string[]> => store.db.reader('settings').orderBy('name').pluck('name');

    it('is in flight before the rows have arrived; they are returned after it is stored', async () => {
      const events: string[] = [];
      const result = await store.units.run(async ({ trx, commitBehind, afterCommit }) => {
        await insertRows(trx, 'settings', SETTING, [setting('first')]);
        const last = add(trx, 'last');
        commitBehind(last);
        expect(trx.isCompleted()).to.equal(true);
        const rows = await last;
        afterCommit(() => events.push('hook'));
        return rows;
      });
      expect({ result, events }).to.deep.equal({ result: ['last'], events: ['hook'] });
      expect(await names()).to.deep.equal(['first', 'last']);
    });

    for (const handling of ['passed on', 'caught'])
      it(`stores nothing if that statement fails, and the failure is ${handling}`, async () => {
        await store.units.run(({ trx }) => add(trx, 'taken'));
        const running = store.units.run(async ({ trx, commitBehind, afterCommit }) => {
          afterCommit(() => expect.fail('a hook of a unit that was rolled back'));
          await insertRows(trx, 'settings', SETTING, [setting('before')]);
          const last = add(trx, 'taken');
          commitBehind(last);
          await (handling === 'caught' ? last.catch(() => {}) : last);
        });
        const failure = await running.then(
          () => expect.fail('it succeeded'),
          (error: Error) => error,
        );
        expect(failure).not.to.be.instanceOf(CommitFailedError);
        expect(failure.message).to.contain('insert into settings').and.not.to.contain('not tried');
        expect(isFaultOfContent(failure)).to.equal(true);
        await store.units.run(({ trx }) => add(trx, 'next'));
        expect(await names()).to.deep.equal(['next', 'taken']);
      });

    if (name === 'PostgreSQL')
      it('shares its packet', async () => {
        const packets: string[] = [];
        const cable = await startCable(store.url, (sent) => (packets.push(sent), sent));
        const db = await openDatabase(cable.url, 1);
        try {
          await createUnitOfWork(db.writer).run(({ trx, commitBehind }) => {
            const last = add(trx, 'last');
            commitBehind(last);
            return last;
          });
          expect(packets.filter((sent) => /insert into settings.*COMMIT/s.test(sent))).to.have.length(1);
        } finally {
          await db.close();
          cable.close();
        }
      });
  });
});
