import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { useEngines, type EngineStage } from './engineStage.ts';
import { flow } from './flows.ts';

const retry = ({ store }: EngineStage, engine: ReturnType<EngineStage['engine']>, id: string) =>
  store.units.run((unit) => engine.retry(unit, id));

describe('a failed execution that is retried', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    it('continues from the failed step, with the context from before', async () => {
      const engine = stage.engine();
      const definition = flow(
        { start: 'start', first: 'hang', decide: ['condition', { expression: '$error("not yet")' }], end: 'end' },
        ['start > first > decide > end'],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      expect((await stage.execution(id)).status).to.equal('failed');
      for (let n = 2; n <= 3; n++) {
        expect(await retry(stage, engine, id)).to.equal(true);
        await engine.settled();
        expect((await stage.timeline(id)).at(-1)).to.equal(`decide.${n} failed`);
      }
      expect(stage.toys.runs['first'], 'what was done is not done again').to.equal(1);
      expect((await stage.execution(id)).status).to.equal('failed');
    });

    it('fails again if its branches are at different joins', async () => {
      const engine = stage.engine();
      const definition = flow(
        { start: 'start', outer: 'parallel', inner: 'parallel', one: 'join', other: 'join', end: 'end' },
        ['start > outer > inner > one > other > end', 'outer > other', 'inner > other'],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      expect(await retry(stage, engine, id)).to.equal(true);
      await engine.settled();
      const { status, error } = await stage.execution(id);
      expect([status, error?.code]).to.deep.equal(['failed', 'branches_scattered']);
    });

    it('asks withdrawn questions again', async () => {
      const engine = stage.engine();
      const definition = flow(
        { start: 'start', fork: 'parallel', a: 'wait', b: 'wait', bad: 'fail', join: 'join', end: 'end' },
        ['start > fork > a > join > end', 'fork > b > bad > join'],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      await stage.answer(id, 'b', 1);
      engine.take([id]);
      await engine.settled();
      expect(await retry(stage, engine, id)).to.equal(true);
      await engine.settled();
      expect((await stage.timeline(id)).slice(2)).to.have.members([
        'b completed',
        'bad failed',
        'a cancelled',
        'bad.2 failed',
        'a.2 cancelled',
      ]);
    });

    it('does not repeat an answered question if only the next edge could not be found', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', a: 'wait', end: 'end' }, [
        'start > a',
        ['a > end', { when: '$error("no way")' }],
        ['a > end', { when: 'false' }],
        'a > end',
      ]);
      const id = await stage.start(engine, definition);
      await engine.settled();
      await stage.answer(id, 'a', 'once');
      engine.take([id]);
      await engine.settled();
      for (let n = 0; n < 2; n++) {
        expect((await stage.execution(id)).status).to.equal('failed');
        expect(await stage.timeline(id)).to.deep.equal(['start completed', 'a completed']);
        expect(await retry(stage, engine, id)).to.equal(true);
        await engine.settled();
      }
    });

    it('does not rerun a node that must run only once, if another branch failed meanwhile', async () => {
      const engine = stage.engine();
      const letGo = stage.close('send');
      const definition = flow(
        { start: 'start', fork: 'parallel', send: 'once', hold: 'hang', bad: 'fail', join: 'join', end: 'end' },
        ['start > fork > send > join > end', 'fork > hold > bad > join'],
      );
      const id = await stage.start(engine, definition);
      await until(() => stage.toys.runs['send'] === 1 && stage.toys.runs['hold'] === 1);
      letGo();
      await engine.settled();
      expect((await stage.execution(id)).status).to.equal('failed');
      await retry(stage, engine, id);
      await engine.settled();
      expect(stage.toys.runs['send']).to.equal(1);
    });

    it('is the only kind that can be retried', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, flow({ start: 'start', a: 'wait', end: 'end' }, ['start > a > end']));
      await engine.settled();
      expect(await retry(stage, engine, id)).to.equal(false);
      await stage.store.units.run((unit) => engine.cancel(unit, id, 'Ada'));
      expect(await retry(stage, engine, id)).to.equal(false);
    });
  });
});
