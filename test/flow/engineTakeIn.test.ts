import { expect } from 'chai';
import type { Engine } from '../../server/flow/engine.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const DEFINITION = flow({ start: 'start', review: 'wait', end: 'end' }, ['start > review > end']);

const CALLS = flow({ start: 'start', review: 'wait', call: 'hang', end: 'end' }, ['start > review > call > end']);
const THINKS = flow({ start: 'start', review: 'wait', think: 'think', end: 'end' }, ['start > review > think > end']);
const ASKS = flow({ start: 'start', review: 'wait', again: 'wait', end: 'end' }, ['start > review > again > end']);
const CALLS_FOR_ONE = flow(
  { start: 'start', fork: 'parallel', review: 'wait', call: 'hang', other: 'wait', join: 'join', end: 'end' },
  ['start > fork', 'fork > review > call > join', 'fork > other > join', 'join > end'],
);
const BOTH = flow({ start: 'start', fork: 'parallel', one: 'wait', other: 'wait', join: 'join', end: 'end' }, [
  'start > fork',
  'fork > one > join',
  'fork > other > join',
  'join > end',
]);

describe('An execution that is resumed in the unit of its answer', () => {
  forEachDatabase((name, openUrl) => {
    const stage = useEngines(openUrl);
    const asleep = async (engine: Engine, flowId = DEFINITION.id, definition = DEFINITION) => {
      const id = await stage.start(engine, { ...definition, id: flowId });
      await engine.settled();
      stage.toys.answers.set(`${id}/review`, 'yes');
      return id;
    };
    const takeIn = (engine: Engine, ids: string[]) =>
      stage.store.units.run(async (unit) => {
        const left = await engine.takeIn(unit, ids);
        if (stage.toys.unwritable.has('answer')) throw new Error('the answer is not stored');
        return left;
      });

    it('continues after the commit, and is not woken as well', async () => {
      const engine = stage.engine();
      const id = await asleep(engine);
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      await engine.settled();
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'review completed', 'end completed']);
    });

    if (name === 'PostgreSQL')
      it('reads the result of its wait in the round trip of the claim', async () => {
        const engine = stage.engine();
        const id = await asleep(engine);
        let taking: Promise<string[]> | undefined;
        await stage.store.db.writer.transaction(async (trx) => {
          await trx('executions').where({ id }).forUpdate(); // the claim waits for it
          taking = takeIn(engine, [id]);
          await until(() => stage.toys.resumed.length > 0, 3000);
        });
        expect(await taking).to.deep.equal([]);
        await engine.settled();
        expect(stage.toys.resumed).to.deep.equal([`${id}/review`]);
      });

    if (name === 'PostgreSQL')
      it('takes an answer once if it was claimed and fell asleep again while a second answer waited for it', async () => {
        const engine = stage.engine();
        const ids = [await stage.start(engine, BOTH), await stage.start(engine, { ...BOTH, id: 'another' })];
        await engine.settled();
        const [id, later] = ids.sort() as [string, string]; // they are locked in this order
        stage.toys.answers.set(`${id}/one`, 'yes');
        const { writer } = stage.store.db;
        const hold = async (held: string) => {
          const trx = await writer.transaction();
          await trx('executions').where({ id: held }).forUpdate();
          return trx;
        };
        const waiting = (count: number) =>
          until(async () => {
            const locks = await writer('pg_locks').where({ granted: false });
            return locks.length >= count;
          });
        const [first, second] = [await hold(id), await hold(later)];
        const one = takeIn(engine, [id]);
        await waiting(1);
        const both = takeIn(engine, [id, later]);
        await waiting(2);
        await first.rollback();
        await one;
        await engine.settled();
        await second.rollback();
        await both;
        await engine.settled();
        const timeline = await stage.timeline(id);
        expect(timeline.filter((step) => step === 'one completed')).to.have.length(1);
      });

    it('is unchanged after a rollback, and is claimed later', async () => {
      const engine = stage.engine();
      const id = await asleep(engine);
      stage.toys.unwritable.add('answer');
      const failure = await takeIn(engine, [id]).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      await engine.settled();
      expect(await stage.timeline(id)).to.deep.equal(['start completed']);
      stage.toys.unwritable.clear();
      expect(await takeIn(engine, [id]), 'its history is not in memory any more').to.deep.equal([id]);
      await stage.answer(id, 'review', 'yes');
      engine.take([id]);
      await engine.settled();
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('is stored in that unit as far as it only computes', async () => {
      const engine = stage.engine();
      const id = await asleep(engine);
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'review completed', 'end completed']);
    });

    it('sleeps again in that unit, and is found asleep', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, BOTH);
      await engine.settled();
      stage.toys.answers.set(`${id}/one`, 'yes');
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      expect(await stage.execution(id)).to.include({ status: 'waiting' });
      await engine.settled();
      stage.toys.answers.set(`${id}/other`, 'yes');
      expect(await takeIn(engine, [id]), 'its history is in memory').to.deep.equal([]);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('makes no outside calls before the commit', async () => {
      const engine = stage.engine();
      const id = await asleep(engine, 'calling', CALLS);
      await stage.store.units.run(async (unit) => {
        await engine.takeIn(unit, [id]);
        unit.beforeCommit(async () => void expect(stage.toys.runs).to.deep.equal({}));
      });
      await engine.settled();
      expect(stage.toys.runs).to.deep.equal({ call: 1 });
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('receives another answer while it makes a call for the first', async () => {
      const engine = stage.engine();
      const id = await asleep(engine, 'both', CALLS_FOR_ONE);
      const letGo = stage.close('call');
      await stage.store.units.run(async (unit) => {
        await engine.takeIn(unit, [id]);
        stage.toys.answers.set(`${id}/other`, 'yes');
        engine.take([id]); // it was woken before, and this is not committed yet
      });
      await until(async () => (await stage.timeline(id)).includes('other completed'));
      letGo();
      await engine.settled();
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('does not delay others by a long computation', async () => {
      const engine = stage.engine();
      const id = await asleep(engine, 'thinking', THINKS);
      const goOn = stage.close('think');
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      expect(await stage.execution(id)).to.include({ status: 'running' });
      goOn();
      await engine.settled();
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('asks the next question after the commit', async () => {
      const engine = stage.engine();
      const id = await asleep(engine, 'asking', ASKS);
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      await engine.settled();
      expect(stage.toys.asked).to.deep.equal([`${id}/review`, `${id}/again`].map((key) => key.split('/')[1]));
      expect(await stage.execution(id)).to.include({ status: 'waiting' });
    });

    for (const isStored of [false, true]) {
      const fails = (engine: Engine, id: string, wake = () => {}) =>
        stage.store.units.run(async (unit) => {
          await engine.takeIn(unit, [id]);
          wake();
          if (!isStored) throw new Error('the answer is not stored');
          unit.beforeCommit(() => Promise.reject(new Error('the answer is not stored')));
        });
      const when = isStored ? 'behind' : 'before';

      it(`is unchanged after a rollback ${when} its checkpoint, and makes no outside calls`, async () => {
        const engine = stage.engine();
        const id = await asleep(engine, 'calling', CALLS);
        const before = await stage.execution(id);
        const failure: unknown = await fails(engine, id).catch((error: unknown) => error);
        expect(failure).to.have.property('message', 'the answer is not stored');
        await engine.settled();
        expect(await stage.execution(id)).to.deep.equal(before);
        expect(stage.toys.runs).to.deep.equal({});
        expect(stage.reported).to.deep.equal([]);
      });

      it(`receives another answer despite a rollback ${when} its checkpoint`, async () => {
        const engine = stage.engine();
        const id = await asleep(engine, 'calling', CALLS);
        await fails(engine, id, () => engine.take([id])).catch(() => {});
        await engine.settled();
        expect(await stage.execution(id)).to.include({ status: 'completed' });
        expect(stage.toys.runs).to.deep.equal({ call: 1 });
      });
    }

    it('is left to the wake-up by a server that never held it, that runs it, or that stops', async () => {
      const [engine, other] = [stage.engine(), stage.engine()];
      const id = await asleep(engine);
      expect(await takeIn(other, [id, 'unknown'])).to.deep.equal([id, 'unknown']);
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      expect(await takeIn(engine, [id]), 'it runs').to.deep.equal([id]);
      await engine.settled();
      const second = await asleep(engine, 'another');
      engine.handOver();
      expect(await takeIn(engine, [second])).to.deep.equal([second]);
    });
  });
});
