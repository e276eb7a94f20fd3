import { expect } from 'chai';
import type { Engine } from '../../server/flow/engine.ts';
import type { NodeType } from '../../server/flow/nodeType.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { TIMED_OUT, useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const NODES = { ask: 'wait', then: 'hang', slow: 'hang', bad: 'fail' };
const DEFINITION = flow({ start: 'start', fork: 'parallel', ...NODES, join: 'join', end: 'end' }, [
  'start > fork > ask > then > join > end',
  'fork > slow > bad > join',
]);

describe('an execution that ends while an answer is on its way to it', () => {
  forEachDatabase((name, openUrl) => {
    const meddling = { cancel: async () => {} };
    const meddler = { ...({} as NodeType), type: 'meddler', cancel: () => meddling.cancel() };
    const stage = useEngines(openUrl, [meddler]);

    /** An execution with a question and a call under way. The answer is stored, but this server has not heard of it. */
    async function answered(engine: Engine, output: unknown): Promise<{ id: string; letGo: () => void }> {
      const letGo = stage.close('slow');
      const id = await stage.start(engine, DEFINITION);
      await until(() => stage.toys.runs['slow'] === 1 && stage.toys.asked.includes('ask'));
      await stage.answer(id, 'ask', output);
      return { id, letGo };
    }

    async function failed(engine: Engine, output: unknown): Promise<string> {
      const { id, letGo } = await answered(engine, output);
      letGo();
      await engine.settled();
      expect(await stage.execution(id)).to.include({ status: 'failed' });
      return id;
    }

    async function retry(engine: Engine, id: string): Promise<void> {
      await stage.store.units.run((unit) => engine.retry(unit, id));
      await engine.settled();
    }

    it('keeps the answer when it fails, and a retry does not ask again', async () => {
      const engine = stage.engine();
      const id = await failed(engine, 'yes');
      const step = (await stage.steps(id)).find(({ visitKey }) => visitKey === 'ask');
      expect(step).to.deep.include({ status: 'completed', output: 'yes' });
      await retry(engine, id);
      expect(stage.toys.asked).to.deep.equal(['ask']);
      expect(stage.toys.runs['then']).to.equal(1);
    });

    it('asks again when it is retried after a time-out', async () => {
      const engine = stage.engine();
      const id = await failed(engine, TIMED_OUT);
      await retry(engine, id);
      expect(stage.toys.asked).to.deep.equal(['ask', 'ask.2']);
    });

    it('keeps the answer when it is cancelled', async () => {
      const engine = stage.engine();
      const { id, letGo } = await answered(engine, 'yes');
      await stage.store.units.run((unit) => engine.cancel(unit, id, 'Ada'));
      letGo();
      await engine.settled();
      expect((await stage.timeline(id)).slice(2)).to.have.members(['ask completed', 'slow cancelled']);
    });

    if (name === 'PostgreSQL')
      it('is cancelled without an error if it fails at the same moment', async () => {
        const engine = stage.engine();
        const { id, letGo } = await answered(engine, 'yes');
        meddling.cancel = async () => {
          meddling.cancel = async () => {};
          await stage.store.units.run((unit) => engine.cancel(unit, id, 'Ada'));
        };
        letGo();
        await engine.settled();
        expect(await stage.execution(id)).to.include({ status: 'cancelled' });
        expect(stage.reported).to.deep.equal([]);
      });
  });
});
