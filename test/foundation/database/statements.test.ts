import { expect } from 'chai';
import type { Knex } from 'knex';
import { insertRows, selectRows, type Row } from '../../../server/foundation/database/rows.ts';
import { inOrder, query } from '../../../server/foundation/database/statements.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { SETTING, setting } from '../../support/settingRows.ts';

describe('statements', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const writer = () => store.db.writer;

    it('continues with a statement after another server has migrated', async () => {
      const change = (sql: string) => writer().raw(`alter table settings ${sql}`);
      await insertRows(writer(), 'settings', SETTING, [setting('a')]);
      const look = (columns: string) =>
        selectRows<Row>(writer(), { name: 'text' }, [{ name: 'a' }], {
          select: columns,
          rest: 'join settings on settings.name = given.name',
        });
      for (let n = 0; n < 10; n++) expect(await look('settings.*')).to.deep.equal([setting('a')]);
      await change("add column colour text not null default 'grey'");
      try {
        expect(await look('settings.*')).to.deep.equal([{ ...setting('a'), colour: 'grey' }]);
        await insertRows(writer(), 'settings', SETTING, [setting('b')]);
        expect(await look('settings.name, value')).to.deep.equal([{ name: 'a', value: '' }]);
      } finally {
        await change('drop column colour');
      }
      expect(await look('settings.name, value')).to.deep.equal([{ name: 'a', value: '' }]);
    });

    if (name === 'PostgreSQL')
      it('keeps statements prepared, except those with unknown columns', async () => {
        await writer().transaction(async (trx) => {
          await insertRows(trx, 'settings', SETTING, [setting('kept')]);
          await query(trx, 'select * from settings where name = ?', ['kept']);
          const kept = await query<{ statement: string }>(trx, 'select statement from pg_prepared_statements', []);
          const texts = kept.map(({ statement }) => statement).join();
          expect(texts).to.match(/insert into settings/);
          expect(texts).not.to.match(/select \* from settings/);
        });
      });

    if (name === 'PostgreSQL')
      it('plans a statement again when a table has grown', async () => {
        await insertRows(writer(), 'settings', SETTING, [setting('first')]);
        await writer().raw('analyze settings');
        await writer().transaction(async (trx) => {
          const look = () =>
            selectRows<{ value: string }>(trx, { name: 'text' }, [{ name: 'first' }], {
              select: 'settings.value',
              rest: 'join settings on settings.name = given.name',
            });
          const planNow = async (): Promise<string> => {
            const [kept] = await query<{ name: string }>(
              trx,
              "select name from pg_prepared_statements where statement like '%join settings%'",
              [],
            );
            return JSON.stringify(await trx.raw(`explain execute "${kept!.name}" ('{first}')`));
          };
          const lookOften = async () => {
            for (let n = 0; n < 300; n++) expect(await look()).to.deep.equal([{ value: '' }]);
          };
          await lookOften();
          expect(await planNow(), 'of a table of one row').to.contain('Seq Scan on settings');
          const more = Array.from({ length: 20_000 }, (_, n) => setting(`more ${n}`));
          await insertRows(trx, 'settings', SETTING, more);
          await lookOften();
          expect(await planNow(), 'of a large table').to.match(/Index Scan using settings_/);
        });
      });

    if (name === 'PostgreSQL')
      it('runs work in order, without waiting inside a unit', async () => {
        const begun: string[] = [];
        const insert = (db: Knex, name: string) => () => {
          begun.push(`${name} begins`);
          return insertRows(db, 'settings', SETTING, [setting(name)]).then(() => void begun.push(name));
        };
        const both = (db: Knex) => inOrder(db, insert(db, 'first'), insert(db, 'second'), () => Promise.resolve(7));
        const [, , seven] = await store.units.run(({ trx }) => both(trx));
        expect(seven).to.equal(7);
        expect(begun.splice(0)).to.deep.equal(['first begins', 'second begins', 'first', 'second']);
        await store.db.writer('settings').delete();
        await both(store.db.writer);
        expect(begun).to.deep.equal(['first begins', 'first', 'second begins', 'second']);
      });

    it('leaves nothing of a unit in which one of several pieces of work fails', async () => {
      const insert = (db: Knex, name: string) => () => insertRows(db, 'settings', SETTING, [setting(name)]);
      const failed = await store.units
        .run(({ trx }) => inOrder(trx, insert(trx, 'a'), insert(trx, 'b'), insert(trx, 'a'), insert(trx, 'c')))
        .catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(Error);
      expect(String((failed as { code?: string }).code)).to.match(/^(SQLITE_CONSTRAINT|23505)/);
      expect(await store.db.reader('settings')).to.deep.equal([]);
    });
  });
});
