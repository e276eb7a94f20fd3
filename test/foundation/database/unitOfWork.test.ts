import { expect } from 'chai';
import { once, EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import { openDatabase } from '../../../server/foundation/database/connection.ts';
import {
  BusyError,
  CommitFailedError,
  UnitTimeoutError,
  createUnitOfWork,
  isFaultOfContent,
  type Unit,
  type Work,
} from '../../../server/foundation/database/unitOfWork.ts';
import { insertRows } from '../../../server/foundation/database/rows.ts';
import { startCable } from '../../support/cable.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { SETTING, setting } from '../../support/settingRows.ts';

const insert = (trx: Knex, name: string): Promise<unknown> =>
  trx('settings').insert({ name, value: '', is_secret: 0, updated_at: 0, updated_by: '' });

/** Not awaited inside a unit. */
const add = (trx: Knex, name: string): Promise<void> => insertRows(trx, 'settings', SETTING, [setting(name)]);

const WRITES: Work<unknown>[] = [
  ({ trx }) => insert(trx, 'awaited'),
  ({ trx }) => add(trx, 'not awaited'),
  ({ trx }) => Promise.allSettled([insert(trx, 'one of two'), insert(trx, 'the other')]),
];

const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it succeeded'),
    (error: Error) => error,
  );

const SYNTAX_ERROR = '42601';

const neverHook = (unit: Unit) => unit.afterCommit(() => expect.fail('a hook of a unit that was rolled back'));

describe('unit of work', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const names = (): Promise<string[]> => store.db.reader('settings').orderBy('name').pluck('name');

    it('stores everything, and then calls its hooks before its caller resumes', async () => {
      const events: string[] = [];
      const result = await store.units.run(async ({ trx, afterCommit }) => {
        afterCommit(() => events.push('hook'));
        await insert(trx, 'a');
        await insert(trx, 'b');
        events.push('worked');
        return 'result';
      });
      events.push('answered');
      expect(events).to.deep.equal(['worked', 'hook', 'answered']);
      expect(result).to.equal('result');
      expect(await names()).to.deep.equal(['a', 'b']);
    });

    it('leaves nothing of a unit that throws, or whose failed statement was caught, among hundreds at once', async () => {
      await store.units.run(({ trx }) => insert(trx, 'taken'));
      const acknowledged = new Set<string>();
      const told = new Set<string>();
      const run = async (n: number) => {
        const name = `u${String(n).padStart(3, '0')}`;
        await store.units.run(async ({ trx, afterCommit }) => {
          afterCommit(() => told.add(name));
          await insert(trx, name);
          if (n % 4 === 1) throw new Error('on purpose');
          if (n % 4 === 2) await insert(trx, 'taken').catch(() => {});
          if (n % 4 === 3) await insert(trx, `${name}b`);
        });
        acknowledged.add(name);
      };
      await Promise.allSettled(Array.from({ length: 400 }, (_, n) => run(n)));
      expect(acknowledged.size).to.equal(200);
      expect(told).to.deep.equal(acknowledged);
      expect((await names()).filter((name) => /^u\d+$/.test(name))).to.deep.equal([...acknowledged].sort());
    });

    it('fails with a statement that was not awaited, wherever it is, and leaves nothing', async () => {
      await store.units.run(({ trx }) => add(trx, 'taken'));
      const works: Work<unknown>[] = [
        ({ trx }) => add(trx, 'taken'), // COMMIT follows at once
        async ({ trx }) => {
          await add(trx, 'taken');
          await add(trx, 'behind it');
        },
        async ({ trx }) => {
          await add(trx, 'taken');
          await trx('settings')
            .pluck('name')
            .catch(() => {});
          await add(trx, 'behind both');
        },
      ];
      const failures = await Promise.all(
        works.map((work, n) =>
          failureOf(
            store.units.run(async (unit) => {
              neverHook(unit);
              await add(unit.trx, `before ${n}`);
              await work(unit);
            }),
          ),
        ),
      );
      for (const failure of failures) {
        expect(failure).not.to.be.instanceOf(CommitFailedError);
        expect((failure as { code?: string }).code).to.match(/^(SQLITE_CONSTRAINT|23505)$/);
        expect(failure.message).to.contain('insert into settings').and.not.to.contain('not tried');
        expect(isFaultOfContent(failure)).to.equal(true);
      }
      await store.units.run(({ trx }) => add(trx, 'next'));
      expect(await names()).to.deep.equal(['next', 'taken']);
    });

    it('rejects with what the work threw, also if that is nothing', async () => {
      const reason = new Error('on purpose');
      expect(await failureOf(store.units.run(() => Promise.reject(reason)))).to.equal(reason);
      const nothing = await failureOf(store.units.run(() => Promise.reject(undefined as unknown as Error)));
      expect(nothing.message).to.match(/without a reason/);
      const early = await failureOf(
        store.units.run(() => {
          throw reason; // before there is a promise
        }),
      );
      expect(early).to.equal(reason);
    });

    it('ends a unit at its deadline, without affecting others, and stops its writes', async () => {
      const units = createUnitOfWork(store.db.writer, { limits: { unitMs: 100 } });
      const test = new EventEmitter();
      const tried = once(test, 'tried');
      const hanging = units.run(async (unit) => {
        neverHook(unit);
        await insert(unit.trx, 'hanging');
        await once(test, 'deadline');
        test.emit('tried', await failureOf(insert(unit.trx, 'late')));
      });
      const neighbours = Promise.all(['before', 'after'].map((name) => units.run(({ trx }) => insert(trx, name))));
      expect(await failureOf(hanging)).to.be.instanceOf(UnitTimeoutError);
      await neighbours;
      test.emit('deadline');
      expect(((await tried)[0] as Error).message).to.match(/already complete/);
      expect(await names()).to.deep.equal(['after', 'before']);
    });

    it('says that nothing was stored if the commit fails, and continues', async () => {
      const children =
        'create table child (parent varchar(100) references settings (name) deferrable initially deferred)';
      await store.db.writer.raw(children);
      try {
        const orphan = store.units.run(async (unit) => {
          neverHook(unit);
          await unit.trx('child').insert({ parent: 'nobody' });
        });
        expect(await failureOf(orphan)).to.be.instanceOf(CommitFailedError);
        await store.units.run(({ trx }) => insert(trx, 'next'));
        expect(await names()).to.deep.equal(['next']);
        expect(await store.db.reader('child')).to.have.length(0);
      } finally {
        await store.db.writer.schema.dropTable('child');
      }
    });

    if (name === 'SQLite')
      it('does not start while another program has the file, and says why', async () => {
        const other = await openDatabase(store.url);
        await store.db.writer.raw('pragma busy_timeout = 0');
        await other.writer.raw('begin immediate');
        try {
          for (const work of WRITES) {
            const failure = await failureOf(store.units.run(work));
            expect(failure).to.be.instanceOf(CommitFailedError);
            expect(failure.cause).to.have.property('code', 'SQLITE_BUSY');
          }
        } finally {
          await other.writer.raw('rollback');
          await other.close();
          await store.db.writer.raw('pragma busy_timeout = 5000');
        }
        await store.units.run(({ trx }) => add(trx, 'next'));
        expect(await names()).to.deep.equal(['next']);
      });

    if (name === 'PostgreSQL')
      it('stores nothing that was pipelined after a failed BEGIN, and says why', async () => {
        let isBroken = true;
        const cable = await startCable(store.url, (sent) =>
          isBroken ? sent.replace('BEGIN READ', 'BEGIN REED') : sent,
        );
        const db = await openDatabase(cable.url, 1);
        try {
          const units = createUnitOfWork(db.writer);
          for (const work of WRITES) {
            const failure = await failureOf(
              units.run(async (unit) => {
                neverHook(unit);
                await work(unit);
              }),
            );
            expect(failure).to.be.instanceOf(CommitFailedError);
            expect(failure.cause).to.have.property('code', SYNTAX_ERROR);
          }
          expect(await names()).to.deep.equal([]);
          isBroken = false;
          await units.run(({ trx }) => add(trx, 'next'));
          expect(await names()).to.deep.equal(['next']);
        } finally {
          await db.close();
          cable.close();
        }
      });

    it('reruns deadlocked units, and calls their hooks once', async () => {
      await store.units.run(({ trx }) => Promise.all(['a', 'b'].map((name) => insert(trx, name))));
      const hooks: string[] = [];
      let met = 0;
      const both = new EventEmitter();
      const meet =
        store.db.kind === 'sqlite'
          ? async () => {}
          : () => (++met === 2 ? both.emit('met') : met === 1 && once(both, 'met'));
      const lockBoth = (first: string, second: string) =>
        store.units.run(async ({ trx, afterCommit }) => {
          afterCommit(() => hooks.push(first));
          await trx('settings').where({ name: first }).increment('updated_at');
          await meet();
          await trx('settings').where({ name: second }).increment('updated_at');
        });
      await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')]);
      expect(await store.db.reader('settings').pluck('updated_at')).to.deep.equal([2, 2]);
      expect(hooks.sort()).to.deep.equal(['a', 'b']);
      // one of them ran again: more than once where it found its row before the other, which was still waking up
      if (store.db.kind === 'postgres') expect(met).to.be.at.least(3);
    });

    it('is not disturbed by a hook that throws, nor by a reporter that does', async () => {
      const errors: unknown[] = [];
      const onHookError = (error: unknown) => {
        errors.push(error);
        throw new Error('the report');
      };
      const units = createUnitOfWork(store.db.writer, { onHookError });
      const { emitWarning } = process;
      process.emitWarning = (warning: unknown) => void errors.push(warning);
      try {
        await units.run(async ({ trx, afterCommit }) => {
          afterCommit(() => {
            throw new Error('the hook');
          });
          await insert(trx, 'kept');
        });
      } finally {
        process.emitWarning = emitWarning;
      }
      expect(errors.map((error) => (error as Error).message)).to.deep.equal(['the hook', 'the hook', 'the report']);
      expect(await names()).to.deep.equal(['kept']);
    });

    it('refuses at once what would wait too long', async () => {
      const units = createUnitOfWork(store.db.writer, { limits: { queuedUnits: 3 } });
      const crowd = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => units.run(({ trx }) => insert(trx, `c${n}`))),
      );
      const refused = crowd.filter((each) => each.status === 'rejected' && each.reason instanceof BusyError);
      expect(refused).to.have.length(7);
      expect(await names()).to.have.length(3);
      await units.run(({ trx }) => insert(trx, 'later'));
    });

    it('tells content errors from database errors', async () => {
      await store.units.run(({ trx }) => insert(trx, 'taken'));
      expect(isFaultOfContent(await failureOf(store.units.run(({ trx }) => insert(trx, 'taken'))))).to.equal(true);
      expect(isFaultOfContent(new Error('thrown by the work'))).to.equal(true);
      expect(isFaultOfContent(new UnitTimeoutError())).to.equal(false);
      expect(isFaultOfContent(new BusyError())).to.equal(false);
      expect(isFaultOfContent(new CommitFailedError('', { cause: new Error('Connection terminated') }))).to.equal(
        false,
      );
      expect(isFaultOfContent(new CommitFailedError('', { cause: { code: '23503' } }))).to.equal(true);
      expect(isFaultOfContent(Object.assign(new Error(), { code: 'SQLITE_FULL' }))).to.equal(false);
    });
  });
});
