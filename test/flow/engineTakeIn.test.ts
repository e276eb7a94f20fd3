import { expect } from 'chai';
import type { Engine } from '../../server/flow/engine.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const DEFINITION = flow({ start: 'start', review: 'wait', end: 'end' }, ['start > review > end']);

describe('An execution that is taken up in the unit that answers it', () => {
  forEachDatabase((name, openUrl) => {
    const stage = useEngines(openUrl);
    const asleep = async (engine: Engine, flowId = DEFINITION.id) => {
      const id = await stage.start(engine, { ...DEFINITION, id: flowId });
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

    it('goes on once that is committed, and is not woken beside', async () => {
      const engine = stage.engine();
      const id = await asleep(engine);
      expect(await takeIn(engine, [id])).to.deep.equal([]);
      await engine.settled();
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'review completed', 'end completed']);
    });

    if (name === 'PostgreSQL')
      it('is asked what it comes to in the round trip of the claim', async () => {
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

    it('is left as it was where that is rolled back, and is taken later', async () => {
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

    it('is left to be woken by a server that never held it, that has it running, or that stops', async () => {
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
