import { expect } from 'chai';
import { RUN_LIMITS } from '../../server/flow/ledger.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { useEngines, type EngineStage } from './engineStage.ts';
import { flow } from './flows.ts';

const HOUR_MS = 3_600_000;

const cancel = (stage: EngineStage, engine: ReturnType<EngineStage['engine']>, id: string) =>
  stage.store.units.run((unit) => engine.cancel(unit, id, 'Ada'));

describe('the life of an execution', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    it('counts the visits of a loop', async () => {
      const engine = stage.engine();
      const definition = flow(
        { start: 'start', review: 'wait', check: ['condition', { expression: 'review = "again"' }], end: 'end' },
        ['start > review > check', ['check > review', { when: 'check' }], 'check > end'],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      const answers = ['again', 'again', 'done'];
      for (const [n, answer] of answers.entries()) {
        await stage.answer(id, n === 0 ? 'review' : `review.${n + 1}`, answer);
        engine.take([id]);
        await engine.settled();
      }
      expect(await stage.timeline(id)).to.deep.equal(
        ['start', 'review', 'check', 'review.2', 'check.2', 'review.3', 'check.3', 'end'].map(
          (key) => `${key} completed`,
        ),
      );
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('sleeps until time alone wakes it', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', rest: ['delay', { for: 'PT1H' }], end: 'end' }, ['start > rest > end']);
      const id = await stage.start(engine, definition);
      await engine.settled();
      stage.advance(HOUR_MS - 1);
      await stage.tick(engine);
      expect(await stage.execution(id)).to.include({ status: 'waiting' });
      stage.advance(1);
      await stage.tick(engine);
      expect(await stage.execution(id)).to.include({ status: 'completed' });
      const rest = (await stage.steps(id)).find(({ nodeId }) => nodeId === 'rest')!;
      expect(rest.endedAt - rest.startedAt).to.equal(HOUR_MS);
    });

    it('sleeps until the nearest of its branches wakes', async () => {
      const engine = stage.engine();
      const definition = flow(
        {
          start: 'start',
          fork: 'parallel',
          long: ['delay', { for: 'PT3H' }],
          short: ['delay', { for: 'PT1H' }],
          join: 'join',
          end: 'end',
        },
        ['start > fork > long > join > end', 'fork > short > join'],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      for (const [hours, done] of [
        [1, 'short completed'],
        [2, 'long completed'],
      ] as const) {
        expect(await stage.timeline(id)).to.not.include(done);
        stage.advance(hours * HOUR_MS);
        await stage.tick(engine);
        expect(await stage.timeline(id)).to.include(done);
      }
      expect(await stage.execution(id)).to.include({ status: 'completed' });
    });

    it('fails with a code that the flow can catch', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', bad: 'fail', end: ['end', { output: 'bad' }] }, [
        'start > bad > end',
        ['bad > end', { on: 'error' }],
      ]);
      const id = await stage.start(engine, definition);
      await engine.settled();
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'bad failed', 'end completed']);
      expect((await stage.steps(id))[1]!.error).to.deep.equal({ code: 'toy_failed', message: 'the toy failed' });
    });

    it('hides an internal error of a node, but reports it', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, flow({ start: 'start', bad: 'break', end: 'end' }, ['start > bad > end']));
      await engine.settled();
      const { status, error } = await stage.execution(id);
      expect([status, error!.code]).to.deep.equal(['failed', 'node_failed']);
      expect(error!.message).to.not.include('a fault in the code');
      expect(stage.reported.map(String)).to.deep.equal(['Error: a fault in the code of this node']);
    });

    describe('cancelled', () => {
      it('while it sleeps: all its branches end, and its questions are withdrawn', async () => {
        const engine = stage.engine();
        const definition = flow({ start: 'start', fork: 'parallel', a: 'wait', b: 'wait', join: 'join', end: 'end' }, [
          'start > fork > a > join > end',
          'fork > b > join',
        ]);
        const id = await stage.start(engine, definition);
        await engine.settled();
        expect(await cancel(stage, engine, id)).to.equal(true);
        const { status, error, endedAt } = await stage.execution(id);
        expect([status, error, endedAt]).to.deep.equal([
          'cancelled',
          { code: 'cancelled', message: 'Ada cancelled the execution.', by: 'Ada' },
          stage.now(),
        ]);
        expect(await stage.timeline(id)).to.include.members(['a cancelled', 'b cancelled']);
        expect(new Set(stage.toys.cancelled)).to.deep.equal(new Set([id]));
        expect(await cancel(stage, engine, id), 'once').to.equal(false);
        await stage.answer(id, 'a', 1);
        engine.take([id]);
        stage.advance(HOUR_MS);
        await stage.tick(engine);
        expect((await stage.execution(id)).status).to.equal('cancelled');
      });

      it('while it runs: later results of its nodes do not count', async () => {
        const engine = stage.engine();
        const letGo = stage.close('slow');
        const id = await stage.start(
          engine,
          flow({ start: 'start', slow: 'hang', end: 'end' }, ['start > slow > end']),
        );
        await until(() => stage.toys.runs['slow'] === 1);
        expect(await cancel(stage, engine, id)).to.equal(true);
        letGo();
        await engine.settled();
        expect((await stage.execution(id)).status).to.equal('cancelled');
        expect(await stage.timeline(id))
          .to.not.include.members(['slow completed'])
          .and.not.include('end completed');
      });

      it('after it has ended: not possible', async () => {
        const engine = stage.engine();
        const id = await stage.start(engine, flow({ start: 'start', end: 'end' }, ['start > end']));
        await engine.settled();
        expect(await cancel(stage, engine, id)).to.equal(false);
        expect((await stage.execution(id)).status).to.equal('completed');
      });
    });

    describe('limited', () => {
      it('to 1 MB of node output in the context', async () => {
        const engine = stage.engine();
        const definition = flow(
          {
            start: 'start',
            grow: ['set', { values: { text: '$pad("", 400000, "x")' } }],
            rest: ['delay', { for: 'PT1S' }],
            end: 'end',
          },
          ['start > grow > rest', ['rest > grow', { when: 'true' }], 'rest > end'],
        );
        const id = await stage.start(engine, definition);
        for (let n = 0; n < 4; n++) {
          await engine.settled();
          stage.advance(1000);
          await stage.tick(engine);
        }
        const { status, error } = await stage.execution(id);
        expect([status, error!.code, error!.nodeId]).to.deep.equal(['failed', 'context_too_large', 'grow.3']);
      });

      it('to 10,000 steps', async () => {
        const engine = stage.engine();
        const chain = Array.from({ length: 400 }, (_, n) => `s${n}`);
        const nodes = Object.fromEntries(
          chain.map((name): [string, [string, object]] => [name, ['condition', { expression: 'true' }]]),
        );
        const definition = flow(
          {
            start: 'start',
            ...(nodes as Record<string, [string, Record<string, never>]>),
            rest: ['delay', { for: 'PT1S' }],
            end: 'end',
          },
          [`start > ${chain.join(' > ')} > rest`, ['rest > s0', { when: 'true' }], 'rest > end'],
        );
        const id = await stage.start(engine, definition);
        for (let n = 0; n < 30; n++) {
          await engine.settled();
          stage.advance(1000);
          await stage.tick(engine);
        }
        const { status, error } = await stage.execution(id);
        expect([status, error!.code]).to.deep.equal(['failed', 'too_many_steps']);
        expect(await stage.steps(id)).to.have.length(RUN_LIMITS.steps);
      }).timeout(60_000);
    });
  });
});
