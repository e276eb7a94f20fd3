import { expect } from 'chai';
import fc from 'fast-check';
import {
  deleteOwned,
  given,
  insertRows,
  lockRows,
  selectRows,
  toIso,
  toIsoOrNull,
  updateRows,
  type Row,
} from '../../../server/foundation/database/rows.ts';
import { query } from '../../../server/foundation/database/statements.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { SETTING, setting } from '../../support/settingRows.ts';

/** Any text that both databases can store: no NUL, and no half characters. */
const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const anyNumber = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe('rows', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const all = (): Promise<Row[]> => store.db.reader('settings').orderBy('name');
    const writer = () => store.db.writer;

    it('passes values to a statement unchanged', async () => {
      const anyRow = fc.record({ t: fc.option(anyText), i: fc.option(anyNumber) });
      await fc.assert(
        fc.asyncProperty(fc.array(anyRow, { maxLength: 20 }), async (rows) => {
          const numbered = rows.map((row, n) => ({ n, ...row }));
          const { sql, bindings } = given(writer(), { n: 'integer', t: 'text', i: 'integer' }, numbered);
          expect(await query(writer(), `select * from ${sql} order by n`, bindings)).to.deep.equal(numbered);
        }),
        { numRuns: 50 },
      );
    });

    it('needs one statement for any number of rows', async () => {
      const rows = Array.from({ length: 10_000 }, (_, n) => setting(String(n).padStart(5, '0'), '{"?": "$1"}', n));
      const statements: string[] = [];
      const count = ({ sql }: { sql: string }) => void statements.push(sql);
      writer().on('query', count);
      await insertRows(writer(), 'settings', SETTING, rows);
      writer().off('query', count);
      expect(statements).to.have.length(1);
      expect(await all()).to.deep.equal(rows);
    });

    it('sends nothing if there is nothing to do', async () => {
      await insertRows(writer(), 'nowhere', SETTING, []);
      expect(await updateRows(writer(), 'nowhere', SETTING, [], { set: '', where: '', returning: '' })).to.deep.equal(
        [],
      );
      expect(await selectRows(writer(), SETTING, [], { select: '', rest: '' })).to.deep.equal([]);
      expect(await deleteOwned(writer(), 'nowhere', { key: ['id'], owner: 'id' }, [], 5)).to.equal(0);
      expect(await deleteOwned(writer(), 'nowhere', { key: ['id'], owner: 'id' }, ['a'], 0)).to.equal(0);
      await lockRows(writer(), 'nowhere', []);
    });

    it('does not touch what a conflict clause protects', async () => {
      await insertRows(writer(), 'settings', SETTING, [setting('a', 'first')]);
      await insertRows(
        writer(),
        'settings',
        SETTING,
        [setting('a', 'second'), setting('b')],
        'on conflict (name) do nothing',
      );
      expect((await all()).map(({ value }) => value)).to.deep.equal(['first', '']);
    });

    it('updates rows that match the condition, and returns them', async () => {
      await insertRows(writer(), 'settings', SETTING, [setting('a', '', 1), setting('b', '', 2), setting('c', '', 3)]);
      const wanted = [
        { name: 'a', expected: 1 },
        { name: 'b', expected: 9 },
        { name: 'z', expected: 1 },
      ];
      const changed = await updateRows(writer(), 'settings', { name: 'text', expected: 'integer' }, wanted, {
        set: "value = 'changed'",
        where: 'settings.name = given.name and settings.updated_at = given.expected',
        returning: 'settings.name',
      });
      expect(changed).to.deep.equal(['a']);
      expect((await all()).map(({ value }) => value)).to.deep.equal(['changed', '', '']);
    });

    it('joins given rows', async () => {
      await insertRows(writer(), 'settings', SETTING, [setting('a', 'A'), setting('b', 'B')]);
      const lookups = ['b', 'z', 'a', 'b'].map((wanted, n) => ({ n, wanted }));
      const rows = await selectRows(writer(), { n: 'integer', wanted: 'text' }, lookups, {
        select: 'n, value',
        rest: 'left join settings on settings.name = given.wanted order by n',
      });
      expect(rows).to.deep.equal([
        { n: 0, value: 'B' },
        { n: 1, value: null },
        { n: 2, value: 'A' },
        { n: 3, value: 'B' },
      ]);
    });

    it('deletes a limited number of rows of their owners', async () => {
      await insertRows(
        writer(),
        'settings',
        SETTING,
        ['a', 'b', 'c', 'd'].map((each) => setting(each, each === 'd' ? 'other' : 'mine')),
      );
      const owned = () => deleteOwned(writer(), 'settings', { key: ['name', 'value'], owner: 'value' }, ['mine'], 2);
      expect([await owned(), await owned(), await owned()]).to.deep.equal([2, 1, 0]);
      expect((await all()).map(({ name: left }) => left)).to.deep.equal(['d']);
    });

    it(`${name === 'SQLite' ? 'stores' : 'refuses'} a NUL, which the API refuses earlier`, async () => {
      const failure = await insertRows(writer(), 'settings', SETTING, [setting('nul', '\0')]).catch(
        (error: Error) => error,
      );
      if (name === 'SQLite') expect(failure).to.equal(undefined);
      else expect((failure as { code?: string }).code).to.equal('22021');
    });

    it('locks in the order of ids, so that batches in other orders wait without a deadlock', async () => {
      const ids = Array.from({ length: 200 }, (_, n) => `l${n}`);
      await store.db.writer('flows').insert(
        ids.map((id) => ({
          id,
          name: '',
          version: 1,
          variables: '',
          created_at: 0,
          updated_at: 0,
          updated_by: '',
        })),
      );
      let attempts = 0;
      const lockAll = (some: string[]) =>
        store.units.run(async ({ trx }) => {
          attempts++;
          await lockRows(trx, 'flows', some);
          await trx('flows').whereIn('id', some).increment('version');
        });
      await Promise.all(Array.from({ length: 20 }, (_, n) => lockAll(n % 2 ? ids : [...ids].reverse())));
      expect(attempts).to.equal(20);
      expect(await store.db.reader('flows').distinct().pluck('version')).to.deep.equal([21]);
    });
  });

  it('write instants as ISO 8601', () => {
    expect(toIso(0)).to.equal('1970-01-01T00:00:00.000Z');
    expect([toIsoOrNull(null), toIsoOrNull(1)]).to.deep.equal([null, '1970-01-01T00:00:00.001Z']);
  });
});
