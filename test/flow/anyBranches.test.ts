import { expect } from 'chai';
import fc from 'fast-check';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Engine } from '../../server/flow/engine.ts';
import { createExpressions } from '../../server/flow/expressions.ts';
import { FALLBACK_MS } from '../../server/flow/takeOver.ts';
import { forEachDatabase } from '../support/databases.ts';
import { DRAWING, drawn, type Drawing, inAnyOrder, skipRefused, ROW, tryDrawn, written } from './drawnFlows.ts';
import { useEngines } from './engineStage.ts';

const RUNS = 40;

/** How an answer reaches its execution: which server it comes to, and whether that takes the execution up in the answer's unit. */
const WAYS = fc.array(
  fc.record({ server: fc.nat(1), unit: fc.constantFrom('none', 'committed', 'committed', 'rolledBack') }),
  { minLength: 1, maxLength: 12 },
);
type Way = typeof WAYS extends fc.Arbitrary<(infer Value)[]> ? Value : never;
const PLAIN: Way[] = [{ server: 0, unit: 'none' }];

describe('branches of any flow', function () {
  this.timeout(120_000);
  const service = createExpressions();
  const expressions = service.of({ author: 'author', execution: 'trial' });
  after(() => service.close());
  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);
    let count = 0;
    const nextId = () => `any-${count++}`;

    async function answer(engine: Engine, unit: Way['unit'], id: string, visitKey: string): Promise<void> {
      stage.toys.answers.set(`${id}/${visitKey}`, 'yes');
      const inUnit = stage.store.units.run(async (work) => {
        await stage.wakeIn(work, engine, id, unit !== 'none');
        if (unit === 'rolledBack') throw new Error('rolled back');
      });
      if (unit !== 'rolledBack') return inUnit;
      await inUnit.catch(() => {});
      await answer(engine, 'none', id, visitKey);
    }

    /** Runs a flow: all who are waited for answer at the same time, again and again. */
    async function run(definition: FlowDefinition, engines: Engine[], ways: Way[] = PLAIN) {
      stage.toys.runs = {};
      const id = await stage.start(engines[0]!, definition);
      const settled = () => Promise.all(engines.map((engine) => engine.settled()));
      await settled();
      let answers = 0;
      for (let stored = await stage.execution(id); stored.endedAt === null; stored = await stage.execution(id)) {
        const waiting = stored.branches.filter(({ state }) => state === 'waiting');
        expect(waiting, 'who is waited for').to.not.deep.equal([]);
        await Promise.all(
          waiting.reverse().map(({ visitKey }) => {
            const { server, unit } = ways[answers++ % ways.length]!;
            return answer(engines[server]!, unit, id, visitKey!);
          }),
        );
        await settled();
        stage.advance(FALLBACK_MS);
        for (const engine of engines) await stage.tick(engine);
      }
      return { status: (await stage.execution(id)).status, steps: await stage.steps(id) };
    }

    /** Runs what may be saved of a drawing. */
    async function runDrawing(drawing: Drawing, engines: Engine[], ways?: Way[]) {
      const definition = drawn(drawing, nextId());
      const ran = await run(definition, engines, ways).catch(skipRefused);
      const tried = await tryDrawn(stage.orderOf(definition), expressions);
      expect(ran.status).to.equal(tried.status);
      if (ran.status === 'completed') expect(inAnyOrder(ran.steps)).to.deep.equal(inAnyOrder(tried.steps));
      return { ...ran, definition };
    }

    afterEach(() => expect(stage.reported).to.deep.equal([]));

    it('run once each, before the join they lead to', async () => {
      const engine = stage.engine();
      const property = fc.asyncProperty(ROW, async (row) => {
        const { definition, within } = written(row, nextId());
        const ran = await run(definition, [engine]);
        const visited = ran.steps.map(({ nodeId }) => nodeId);
        expect(new Set(visited).size, visited.join()).to.equal(visited.length);
        for (const [join, nodes] of Object.entries(within))
          for (const node of visited.includes(join) ? nodes : [])
            expect(visited.indexOf(node), `${node} before ${join}`).to.be.below(visited.indexOf(join));
        const tried = await tryDrawn(stage.orderOf(definition), expressions);
        expect([ran.status, inAnyOrder(ran.steps)]).to.deep.equal(['completed', inAnyOrder(tried.steps)]);
      });
      await fc.assert(property, { numRuns: RUNS });
    });

    it('end wherever their edges lead, with the same result as a trial', async () => {
      const engine = stage.engine();
      const property = fc.asyncProperty(DRAWING, async (drawing) => void (await runDrawing(drawing, [engine])));
      await fc.assert(property, { numRuns: 2 * RUNS });
    });

    it('continue once per answer, whichever server receives it, in whichever unit', async () => {
      const engines = [stage.engine(), stage.engine()];
      const property = fc.asyncProperty(DRAWING, WAYS, async (drawing, ways) => {
        const { status, steps, definition } = await runDrawing(drawing, engines, ways);
        const calls = definition.nodes.filter(({ type }) => type === 'hang').map(({ id }) => id);
        const visits = calls.map((id) => [id, steps.filter(({ nodeId }) => nodeId === id).length]);
        const runs = calls.map((id) => [id, stage.toys.runs[id] ?? 0]);
        if (status === 'completed') expect(runs).to.deep.equal(visits);
      });
      await fc.assert(property, { numRuns: 2 * RUNS });
    });
  });
});
