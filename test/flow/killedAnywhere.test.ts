import { expect } from 'chai';
import fc from 'fast-check';
import { createExpressions } from '../../server/flow/expressions.ts';
import type { Engine } from '../../server/flow/engine.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { forEachDatabase } from '../support/databases.ts';
import { mortalUnits } from '../support/mortalUnits.ts';
import { DRAWING, drawn, type Drawing, inAnyOrder, skipRefused, tryDrawn } from './drawnFlows.ts';
import { LEASE_MS, TIMED_OUT, useEngines } from './engineStage.ts';

const RUNS = 60;
/** No drawn flow needs as many. */
const MOST_ROUNDS = 60;

/** Two branches come to different joins, and the server dies before it has stored that this is a failure. */
const SCATTERED: Drawing = [
  ['wait', 0],
  ['parallel', 1, 0],
  ['parallel', 2, 3],
  ['wait', 0],
  ['wait', 1],
  ['join', 0],
  ['join', 1],
  ['wait', 0],
].map(([type, ...ways]) => ({ type, ways, isTaken: false }) as Drawing[number]);

const DEATH = fc.record({
  units: fc.nat(12),
  isLastStored: fc.boolean(),
  isAnsweredInUnit: fc.boolean(),
  /** The node whose first question nobody answers in time, if there is one. */
  timedOut: fc.nat(12).map((n) => `n${n}`),
});

type Death = typeof DEATH extends fc.Arbitrary<infer Value> ? Value : never;

describe('any flow whose server is killed', function () {
  this.timeout(120_000);
  const service = createExpressions();
  const expressions = service.of({ author: 'author', execution: 'trial' });
  after(() => service.close());

  forEachDatabase((_, openUrl) => {
    const stage = useEngines(openUrl);
    let count = 0;

    const isAsleep = async (id: string) =>
      (await stage.execution(id)).branches.some(({ state }) => state === 'waiting');

    async function answer(units: UnitOfWork, engine: Engine, id: string, { isAnsweredInUnit, timedOut }: Death) {
      const { branches } = await stage.execution(id);
      for (const { state, visitKey } of branches)
        if (state === 'waiting') stage.toys.answers.set(`${id}/${visitKey}`, visitKey === timedOut ? TIMED_OUT : 'yes');
      await units.run((unit) => stage.wakeIn(unit, engine, id, isAnsweredInUnit));
      await engine.settled();
    }

    it('ends as its trial does, wherever that happens', async () => {
      const property = fc.asyncProperty(DRAWING, DEATH, async (drawing, death) => {
        const server = mortalUnits(stage.store.units);
        server.dieIn(death.units, death.isLastStored);
        const [first, second] = [stage.engine(0, server.units), stage.engine()];
        stage.abandon(first);
        const definition = drawn(drawing, `killed-${count++}`);
        const starting = stage.start(first, definition).catch(skipRefused);
        await Promise.race([starting.then(() => first.settled()), server.death]);
        const found = await stage.store.db.reader('executions').where({ flow_id: definition.id }).first('id');
        if (!found) return void expect(server.isDead(), 'it was acknowledged').to.equal(true);
        const { id } = found;

        for (let round = 0; (await stage.execution(id)).endedAt === null; round++) {
          expect(round).to.be.below(MOST_ROUNDS);
          if (!server.isDead()) {
            await Promise.race([answer(server.units, first, id, death), server.death]);
            continue;
          }
          await stage.tick(second);
          stage.advance(LEASE_MS);
          await stage.tick(second);
          if (await isAsleep(id)) await answer(stage.store.units, second, id, death);
        }
        const tried = await tryDrawn(stage.orderOf(definition), expressions, death.timedOut);
        const { status } = await stage.execution(id);
        expect(status).to.equal(tried.status);
        if (status === 'completed') expect(inAnyOrder(await stage.steps(id))).to.deep.equal(inAnyOrder(tried.steps));
      });
      const known = { units: 2, isLastStored: true, isAnsweredInUnit: true, timedOut: 'none' };
      await fc.assert(property, { numRuns: RUNS, examples: [[SCATTERED, known]] });
      expect(stage.reported).to.deep.equal([]);
    });
  });
});
