import { expect } from 'chai';
import type { Step } from '../../server/flow/branchRules.ts';
import { createHistoryCache, type Asleep } from '../../server/flow/historyCache.ts';
import { sizeOfStep } from '../../server/flow/stepStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { aStep } from '../support/seeds.ts';
import { useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const asleep = (size = 0): Asleep => ({ branches: [], history: { steps: [aStep('a')], size } });

describe('the history cache', () => {
  it("returns a sleeping execution's history to the very next claim, once", () => {
    const cache = createHistoryCache();
    const fellAsleep = asleep();
    cache.put('e', 3, fellAsleep);
    expect(cache.find('e')).to.deep.include(fellAsleep);
    expect(cache.take('e', 4)).to.equal(fellAsleep.history);
    expect(cache.take('e', 4)).to.equal(null);
    expect(cache.find('e')).to.equal(null);
  });

  it('forgets histories that another server has held since', () => {
    const cache = createHistoryCache();
    cache.put('e', 3, asleep());
    expect(cache.take('e', 5)).to.equal(null);
    expect(cache.take('e', 4)).to.equal(null);
  });

  it('keeps the newest', () => {
    const cache = createHistoryCache({ executions: 2, characters: 100 });
    for (const id of ['a', 'b', 'a', 'c']) cache.put(id, 1, asleep(10));
    expect(['a', 'b', 'c'].map((id) => cache.take(id, 2) !== null)).to.deep.equal([true, false, true]);
  });

  it('has a limit of characters', () => {
    const cache = createHistoryCache({ executions: 10, characters: 100 });
    for (const id of ['a', 'b', 'c']) cache.put(id, 1, asleep(40));
    cache.take('b', 2);
    cache.put('d', 1, asleep(60));
    cache.put('huge', 1, asleep(101));
    const kept = ['a', 'b', 'c', 'd', 'huge'].filter((id) => cache.take(id, 2) !== null);
    expect(kept, 'what is larger than all of it drives nothing out').to.deep.equal(['c', 'd']);
    cache.put('e', 1, asleep(100));
    expect(cache.take('e', 2)).not.to.equal(null);
  });

  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);
    const twoQuestions = flow(
      { start: 'start', a: 'wait', b: 'wait', add: ['set', { values: { sum: 'a + b' } }], end: 'end' },
      ['start > a > b > add > end'],
    );

    it('saves reading a locally sleeping execution again', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, twoQuestions);
      await engine.settled();
      await stage.answer(id, 'a', 1);
      engine.take([id]);
      await engine.settled();
      await stage.store.db.writer('execution_steps').where({ execution_id: id }).update({ output: '77' });
      await stage.answer(id, 'b', 2);
      engine.take([id]);
      await engine.settled();
      expect((await stage.steps(id)).find(({ nodeId }) => nodeId === 'add')!.assigned).to.deep.equal({ sum: 3 });
    });

    it("yields to another server's progress", async () => {
      const [here, there] = [stage.engine(), stage.engine()];
      const id = await stage.start(here, twoQuestions);
      await here.settled();
      for (const [engine, visitKey, output] of [
        [there, 'a', 1],
        [here, 'b', 2],
      ] as const) {
        await stage.answer(id, visitKey, output);
        engine.take([id]);
        await engine.settled();
      }
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      expect((await stage.steps(id)).find(({ nodeId }) => nodeId === 'add')!.assigned).to.deep.equal({ sum: 3 });
      expect(stage.reported).to.deep.equal([]);
    });

    it('counts as many characters as the database would', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, twoQuestions);
      await engine.settled();
      await stage.answer(id, 'a', { text: 'ä'.repeat(100) });
      engine.take([id]);
      await engine.settled();
      const rows = await stage.store.db.reader('execution_steps').where({ execution_id: id });
      const stored = rows.map(({ output, assigned }) => (output?.length ?? 0) + (assigned?.length ?? 0));
      const steps: Step[] = await stage.steps(id);
      expect(steps.map(sizeOfStep)).to.deep.equal(stored);
    });
  });
});
