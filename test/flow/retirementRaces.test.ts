import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowRetirement } from '../../server/flow/retirementStore.ts';
import type { Problem } from '../../contract/problem.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { msOf } from '../support/msOf.ts';
import type { Answered } from '../support/product.ts';

/** Flows that are retired while they are started. */
const RACES = 30;
const STARTS = 8;
/** Long enough for a call that nothing holds back. */
const HELD_MS = 300;

forEachDatabase((database, openUrl) =>
  describe(`retiring a flow while it is started, on ${database}`, function () {
    this.timeout(60_000);
    const stage = useStage({ openUrl, config: { key: '8'.repeat(64) }, limits: { requestsPerMinute: Infinity } });
    let flows = 0;
    let id: string;
    beforeEach(() => newFlow());

    async function newFlow(): Promise<void> {
      const nodes = ['start', 'end'].map((type) => ({ id: type, type, config: {} }));
      id = `raced-${++flows}`;
      await publish(stage.ada, { id, name: 'Raced', nodes, edges: [{ from: 'start', to: 'end' }] });
    }
    const start = () => stage.tim.call<Partial<Problem>>('POST', `/flows/${id}/executions`, {});
    const retire = () => stage.ada.call('POST', `/flows/${id}/retire`);
    const started = () => stage.services.ground.reader('executions').where({ flow_id: id }).pluck('id');

    /** Whether this is still under way when everything that is not held back is over. */
    const isHeld = (call: Promise<unknown>) => Promise.race([call.then(() => false), sleep(HELD_MS).then(() => true)]);

    it('waits for a start that is being stored', async () => {
      const { flows, engine } = stage.services.work;
      const starter = { id: 'someone', displayName: 'Someone', email: null, userPrincipalName: null };
      const prepared = await flows.prepareStart(id, 1, {}, starter);
      const retiring = await stage.services.ground.units.run(async (unit) => {
        await engine.startIn(unit, { ...prepared, startedBy: starter, chatId: null });
        const call = retire();
        expect(await isHeld(call)).to.equal(true);
        return { call };
      });
      expect((await retiring.call).status).to.equal(200);
      expect(await started()).to.have.length(1);
      await engine.settled();
    });

    it('lets no start be stored meanwhile', async () => {
      const starting = await stage.services.ground.units.run(async ({ trx }) => {
        await flowRetirement.holdUses(trx, id);
        expect(await flowRetirement.retire(trx, id, stage.now())).to.equal(true);
        const call = start();
        expect(await isHeld(call)).to.equal(true);
        return { call };
      });
      expectProblem(await starting.call, 409, 'flow_retired');
      expect(await started()).to.deep.equal([]);
    });

    it('either comes after a start or refuses it, each time', async () => {
      const seen = { begun: 0, refused: 0 };
      const startMs = await msOf(start);
      for (let race = 0; race < RACES; race++) {
        await newFlow();
        // some have a head start, or all of them might lose
        const headStartMs = ((race % 4) / 3) * startMs;
        const calls: Promise<Answered<Partial<Problem>>>[] = [];
        const begin = (count: number) => calls.push(...Array.from({ length: count }, start));
        begin(race % STARTS);
        await sleep(headStartMs);
        const retiring = retire();
        begin(STARTS - (race % STARTS));
        expect((await retiring).status).to.equal(200);
        const late = start();
        const answers = await Promise.all(calls);
        expectProblem(await late, 409, 'flow_retired');
        const begun = answers.filter(({ status }) => status === 201);
        for (const answer of answers) if (!begun.includes(answer)) expectProblem(answer, 409, 'flow_retired');
        const ids = await started();
        expect(ids).to.have.members(begun.map(({ body }) => (body as { executionId: string }).executionId));
        const { reader } = stage.services.ground;
        const { seq } = await reader('audit').where({ subject: id, action: 'flow.retired' }).first('seq');
        const after = await reader('audit')
          .where('seq', '>', seq)
          .whereIn('subject', ids)
          .where({ action: 'execution.started' });
        expect(after, 'starts after the retiring').to.deep.equal([]);
        seen.begun += begun.length;
        seen.refused += answers.length - begun.length;
      }
      expect(seen.begun, 'started').to.be.greaterThan(0);
      expect(seen.refused, 'refused').to.be.greaterThan(0);
    });
  }),
);
