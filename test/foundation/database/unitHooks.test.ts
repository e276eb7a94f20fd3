import { expect } from 'chai';
import type { Knex } from 'knex';
import { insertRows } from '../../../server/foundation/database/rows.ts';
import type { Work } from '../../../server/foundation/database/unitOfWork.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { SETTING, setting } from '../../support/settingRows.ts';
import { until } from '../../support/until.ts';

const insert = (trx: Knex, name: string): Promise<unknown> =>
  trx('settings').insert({ name, value: '', is_secret: 0, updated_at: 0, updated_by: '' });

/** Not awaited inside a unit. */
const add = (trx: Knex, name: string): Promise<void> => insertRows(trx, 'settings', SETTING, [setting(name)]);

describe('unit of work: last statements, and rollback hooks', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    const names = (): Promise<string[]> => store.db.reader('settings').orderBy('name').pluck('name');

    it('runs last statements just before the commit', async () => {
      const events: string[] = [];
      await store.units.run(async ({ trx, beforeCommit, afterCommit, afterRollback }) => {
        afterCommit(() => events.push('hook'));
        afterRollback(() => expect.fail('a hook of a rollback'));
        for (const part of ['first', 'second'])
          beforeCommit(async (commitBehind) => {
            const adding = add(trx, part);
            commitBehind(adding); // the first is not the last
            await adding;
            events.push(part);
          });
        events.push('worked');
      });
      expect(events).to.deep.equal(['worked', 'first', 'second', 'hook']);
      expect(await names()).to.deep.equal(['first', 'second']);
    });

    it('calls its rollback hooks whatever fails, and later ones at once', async () => {
      await store.units.run(({ trx }) => insert(trx, 'taken'));
      const events: string[] = [];
      const works: Work<unknown>[] = [
        () => Promise.reject(new Error('on purpose')),
        ({ beforeCommit }) => Promise.resolve(beforeCommit(() => Promise.reject(new Error('on purpose')))),
        ({ trx }) => insert(trx, 'taken').catch(() => {}),
        ({ trx }) => add(trx, 'taken'),
        async ({ trx, afterRollback }) => {
          await insert(trx, 'taken').catch(() => {});
          setTimeout(() => afterRollback(() => events.push('late')), 50);
        },
      ];
      for (const work of works)
        await store.units
          .run((unit) => {
            unit.afterCommit(() => expect.fail('a hook of a unit that was rolled back'));
            unit.afterRollback(() => events.push('hook'));
            return work(unit);
          })
          .then(
            () => expect.fail('it succeeded'),
            () => events.push('answered'),
          );
      await until(() => events.includes('late'));
      expect(events).to.deep.equal([...works.flatMap(() => ['hook', 'answered']), 'late']);
    });
  });
});
