import { expect } from 'chai';
import { FALLBACK_MS } from '../../server/flow/takeOver.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { shuffled, randomNumbers } from '../support/random.ts';
import { useEngines } from './engineStage.ts';
import { flow } from './flows.ts';

const NESTED = flow(
  {
    start: 'start',
    fork: 'parallel',
    a: 'wait',
    inner: 'parallel',
    b: 'wait',
    c: 'wait',
    innerJoin: 'join',
    both: ['set', { values: { sum: 'b + c' } }],
    join: 'join',
    total: ['set', { values: { everything: 'a + sum' } }],
    end: ['end', { output: 'everything' }],
  },
  ['start > fork > a > join > total > end', 'fork > inner > b > innerJoin > both > join', 'inner > c > innerJoin'],
);

/** The first branch has no node of its own. */
const SHORT = flow({ start: 'start', fork: 'parallel', a: 'wait', join: 'join', after: 'wait', end: 'end' }, [
  'start > fork > join > after > end',
  'fork > a > join',
]);

describe('branches of an execution', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);

    it('wait side by side, join where they meet, and continue once, even if nested', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, NESTED);
      await engine.settled();
      expect((await stage.execution(id)).status).to.equal('waiting');
      for (const [n, key] of ['c', 'a', 'b'].entries()) {
        await stage.answer(id, key, 10 ** n);
        engine.take([id]);
        await engine.settled();
      }
      expect((await stage.execution(id)).status).to.equal('completed');
      const timeline = await stage.timeline(id);
      expect(timeline.slice(-5)).to.deep.equal([
        'innerJoin completed',
        'both completed',
        'join completed',
        'total completed',
        'end completed',
      ]);
      expect((await stage.steps(id)).at(-1)!.output).to.equal(111);
    });

    it('wait at the join for the others when nothing stands between it and the fork', async () => {
      const engine = stage.engine();
      const id = await stage.start(engine, SHORT);
      await engine.settled();
      expect(await stage.timeline(id)).to.deep.equal(['start completed', 'fork completed']);
      for (const key of ['a', 'after']) {
        await stage.answer(id, key, 'yes');
        engine.take([id]);
        await engine.settled();
      }
      expect(await stage.timeline(id)).to.deep.equal([
        'start completed',
        'fork completed',
        'a completed',
        'join completed',
        'after completed',
        'end completed',
      ]);
    });

    it('take each answer exactly once, whenever and from wherever it comes', async () => {
      const random = randomNumbers(7);
      for (let round = 0; round < 6; round++) {
        const engines = [stage.engine(), stage.engine()];
        const ids = await Promise.all(
          Array.from({ length: 6 }, (_, n) => stage.start(engines[n % 2]!, { ...NESTED, id: `nested-${round}-${n}` })),
        );
        await Promise.all(engines.map((engine) => engine.settled()));
        const answers = shuffled(
          ids.flatMap((id) => ['a', 'b', 'c'].map((key) => ({ id, key }))),
          random,
        );
        await Promise.all(
          answers.map(async ({ id, key }) => {
            await stage.answer(id, key, 1);
            for (const engine of shuffled(engines, random)) engine.take([id]);
          }),
        );
        await Promise.all(engines.map((engine) => engine.settled()));
        for (const engine of engines) await stage.tick(engine);
        stage.advance(3000);
        for (const engine of engines) await stage.tick(engine);
        for (const id of ids) {
          expect((await stage.execution(id)).status, `round ${round}`).to.equal('completed');
          const keys = (await stage.steps(id)).map(({ visitKey }) => visitKey);
          expect(new Set(keys).size, keys.join()).to.equal(keys.length);
          expect(keys).to.have.length(11);
        }
        expect(stage.reported).to.deep.equal([]);
      }
    });

    const sleepers: Record<string, Parameters<typeof flow>[0][string]> = {
      'an answer without a signal': 'wait',
      time: ['delay', { for: 'PT1S' }],
    };
    for (const [what, node] of Object.entries(sleepers))
      it(`resume when ${what} has woken them, however long another one takes`, async () => {
        const engine = stage.engine();
        const definition = flow(
          { start: 'start', fork: 'parallel', sleeps: node, then: 'hang', long: 'hang', join: 'join', end: 'end' },
          ['start > fork > sleeps > then > join > end', 'fork > long > join'],
        );
        const letGo = stage.close('long');
        const id = await stage.start(engine, definition);
        await until(() => stage.toys.runs['long'] === 1);
        await until(async () => (await stage.execution(id)).branches.some(({ state }) => state === 'waiting'));
        if (node === 'wait') await stage.answer(id, 'sleeps', 1);
        stage.advance(FALLBACK_MS);
        for (const loop of engine.loops) await loop.tick(stage.now(), stage.now());
        await until(() => stage.toys.runs['then'] === 1);
        expect(await stage.execution(id)).to.include({ status: 'running' });
        letGo();
        await engine.settled();
        expect(await stage.execution(id)).to.include({ status: 'completed' });
        expect(stage.toys.runs).to.deep.equal({ long: 1, then: 1 });
      });

    it('end one by one: a branch that ends does not prevent the others from joining', async () => {
      const engine = stage.engine();
      const definition = flow(
        { start: 'start', fork: 'parallel', a: 'wait', b: 'wait', c: 'wait', join: 'join', last: 'end', done: 'end' },
        ['start > fork > a > join > last', 'fork > b > join', 'fork > c > done'],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      for (const key of ['a', 'c', 'b']) {
        await stage.answer(id, key, key);
        engine.take([id]);
        await engine.settled();
        expect((await stage.execution(id)).status).to.equal(key === 'b' ? 'completed' : 'waiting');
      }
      expect(await stage.timeline(id)).to.include.members(['done completed', 'join completed', 'last completed']);
    });

    it('all end when one fails uncaught; their questions are withdrawn', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', fork: 'parallel', a: 'wait', b: 'wait', bad: 'fail', end: 'end' }, [
        'start > fork > a > end',
        'fork > b > bad > end',
      ]);
      const id = await stage.start(engine, definition);
      await engine.settled();
      await stage.answer(id, 'b', 1);
      engine.take([id]);
      await engine.settled();
      const { status, error } = await stage.execution(id);
      expect(status).to.equal('failed');
      expect(error).to.deep.equal({ code: 'toy_failed', message: 'the toy failed', nodeId: 'bad' });
      expect(await stage.timeline(id)).to.include.members(['b completed', 'bad failed', 'a cancelled']);
      expect(stage.toys.cancelled).to.deep.equal([id]);
      await stage.answer(id, 'a', 1);
      engine.take([id]);
      await engine.settled();
      expect((await stage.execution(id)).status, 'a late answer wakes nothing').to.equal('failed');
    });

    it('leave nothing of a question that was prepared while another one failed', async () => {
      const engine = stage.engine();
      const definition = flow({ start: 'start', fork: 'parallel', ask: 'late', bad: 'fail', end: 'end' }, [
        'start > fork > ask > end',
        'fork > bad > end',
      ]);
      const id = await stage.start(engine, definition);
      await engine.settled();
      expect(await stage.execution(id)).to.include({ status: 'failed' });
      expect(stage.toys.dropped).to.deep.equal(['ask']);
    });

    it('continue after one failed and the flow caught it', async () => {
      const engine = stage.engine();
      const definition = flow(
        {
          start: 'start',
          fork: 'parallel',
          a: 'wait',
          bad: 'fail',
          mend: ['set', { values: { isMended: 'true' } }],
          join: 'join',
          end: 'end',
        },
        [
          'start > fork > a > join > end',
          ['fork > bad', {}],
          'bad > join',
          ['bad > mend', { on: 'error' }],
          'mend > join',
        ],
      );
      const id = await stage.start(engine, definition);
      await engine.settled();
      await stage.answer(id, 'a', 1);
      engine.take([id]);
      await engine.settled();
      expect((await stage.execution(id)).status).to.equal('completed');
      expect(await stage.timeline(id)).to.include.members(['bad failed', 'mend completed', 'join completed']);
    });

    it('are not delayed by a slow one', async () => {
      const engine = stage.engine();
      const letGo = stage.close('slow');
      const definition = flow({ start: 'start', fork: 'parallel', a: 'wait', slow: 'hang', join: 'join', end: 'end' }, [
        'start > fork > a > join > end',
        'fork > slow > join',
      ]);
      const id = await stage.start(engine, definition);
      await stage.answer(id, 'a', 'early');
      engine.take([id]);
      await until(async () => (await stage.timeline(id)).includes('a completed'));
      expect(await stage.timeline(id)).to.not.include('slow completed');
      letGo();
      await engine.settled();
      expect((await stage.execution(id)).status).to.equal('completed');
    });
  });
});
