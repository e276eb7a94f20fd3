import { expect } from 'chai';
import type { Knex } from 'knex';
import { gathered } from '../../../server/foundation/database/gathered.ts';
import { selectRows } from '../../../server/foundation/database/rows.ts';
import { query } from '../../../server/foundation/database/statements.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { until } from '../../support/until.ts';

describe('Gathered reads', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    /** Squares numbers in the database; returns each with the size of its batch. */
    const squares = () => {
      const statements: number[][] = [];
      const read = gathered(async (db: Knex, keys: number[]) => {
        statements.push(keys);
        const rows = await selectRows<{ square: number }>(
          db,
          { n: 'integer', key: 'integer' },
          keys.map((key, n) => ({ n, key })),
          { select: 'given.key * given.key as square', rest: 'order by given.n' },
        );
        return rows.map(({ square }) => square);
      });
      return { read, statements };
    };

    it('share a statement with all reads of one turn, or those that come while the previous one runs', async () => {
      const { read, statements } = squares();
      const keys = Array.from({ length: 20 }, (_, n) => n);
      const [now, later] = [keys.slice(0, 5), keys.slice(5)];
      const readAll = (some: number[]) => Promise.all(some.map((key) => read(store.db.reader, key)));
      const first = readAll(now);
      await until(() => statements.length === 1);
      const found = await Promise.all([first, readAll(later)]);
      expect(found.flat()).to.deep.equal(keys.map((key) => key * key));
      expect(statements).to.deep.equal([now, later]);
      expect(await read(store.db.reader, 7)).to.equal(49);
      expect(statements).to.have.length(3);
    });

    it("see a unit's own writes, and wait for nobody there", async () => {
      const name = gathered((db: Knex, ids: string[]) =>
        Promise.all(
          ids.map(async (id) => {
            const [row] = await query<{ name: string }>(db, 'select name from flows where id = ?', [id]);
            return row?.name ?? null;
          }),
        ),
      );
      await store.units.run(async ({ trx }) => {
        const flow = { version: 1, variables: '[]', created_at: 0, updated_at: 0, updated_by: 'ada' };
        await trx('flows').insert({ id: 'new', name: 'Unseen', ...flow });
        expect(await name(trx, 'new')).to.equal('Unseen');
        expect(await name(store.db.reader, 'new')).to.equal(null);
      });
      expect(await name(store.db.reader, 'new')).to.equal('Unseen');
    });
  });
});
