import { expect } from 'chai';
import { withOffset } from '../../contract/answers.ts';
import type { ExecutionView } from '../../contract/executions.ts';
import type { Started } from '../../contract/flows.ts';
import type { TriedFlow } from '../../contract/trials.ts';
import type { z } from 'zod';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { asking, expectProblem, HOUR_MS, publish } from '../scenarios/support.ts';

type Start = z.infer<typeof Started>;

forEachDatabase((_, openUrl) =>
  describe('starts', () => {
    let product: TestProduct;
    let [ada, grace]: Client[] = [];
    let at = Date.parse('2026-05-01T08:00:00Z');
    const human = { inputType: 'text', prompt: 'Well?', assignees: { users: ['alan@sandbox.test'] }, timeout: 'P5D' };
    const limits = {
      startsPerHour: 10,
      unfinishedExecutions: 25,
      peopleAskedPerHour: 12,
      questionsToOnePersonPerHour: 6,
    };
    const begin = (by: Client, key?: string, body: unknown = {}, flowId = 'limited') =>
      by.call<Start>('POST', `/flows/${flowId}/executions`, body, key === undefined ? {} : { 'idempotency-key': key });
    const count = async () =>
      Number((await product.product.services.ground.reader('executions').count({ n: '*' }).first())!['n']);
    /** Moves to the next hour, when all executions have ended, so that each test has fresh limits. */
    const nextHour = () => void (at += 2 * HOUR_MS);
    const tick = async () => {
      await product.product.services.work.engine.settled();
      await product.product.services.background.loops.tick(at);
    };

    before(async () => {
      const now = () => at;
      const sandboxOptions = { now, lifetimeSeconds: 90 * 24 * 3600 };
      const config = { key: '0'.repeat(64) };
      product = await startProduct({
        databaseUrl: await openUrl(),
        config,
        now,
        withLoops: false,
        limits,
        sandboxOptions,
      });
      [ada, grace] = await Promise.all(['ada', 'grace'].map((name) => product.as(`${name}@sandbox.test`)));
      await publish(ada!, asking({ id: 'limited', human }));
      const group = {
        ...human,
        assignees: { users: ['tim@sandbox.test', 'radia@sandbox.test', 'frances@sandbox.test'] },
      };
      await publish(ada!, asking({ id: 'group', human: group, on: ['error'] }));
      await publish(ada!, {
        id: 'quick',
        name: 'Quick',
        nodes: [
          { id: 'start', type: 'start', config: {} },
          { id: 'end', type: 'end', config: {} },
        ],
        edges: [{ from: 'start', to: 'end' }],
      });
    });
    beforeEach(nextHour);
    after(() => product?.close());

    it('with one key create one execution, even in parallel, and hours later', async () => {
      const before = await count();
      const answers = await Promise.all(Array.from({ length: 20 }, () => begin(ada!, 'one', {}, 'quick')));
      at += 20 * HOUR_MS;
      answers.push(await begin(ada!, 'one', {}, 'quick'));
      for (const { status, body } of answers) expect([status, body]).to.deep.equal([201, answers[0]!.body]);
      expect((await count()) - before).to.equal(1);
      expect((await begin(grace!, 'one', {}, 'quick')).body).to.not.deep.equal(answers[0]!.body);
    });

    it('with a key that belongs to another start are refused by its name', async () => {
      expect((await begin(ada!, 'two', {}, 'quick')).status).to.equal(201);
      const before = await count();
      const problem = expectProblem(await begin(ada!, 'two', { variables: {} }, 'quick'), 422, 'validation_failed');
      expect(problem.checks).to.deep.equal({ 'idempotency-key': { id: 'keyReused', values: {} } });
      expectProblem(await begin(ada!, 'a b', {}, 'quick'), 422, 'validation_failed');
      expect(await count()).to.equal(before);
    });

    it('are audited once each, whatever was repeated or refused', async () => {
      const [{ body }, again] = [await begin(ada!, 'audited', {}, 'quick'), await begin(ada!, 'audited', {}, 'quick')];
      expect(again.body).to.deep.equal(body);
      await begin(ada!, 'audited', { variables: {} }, 'quick'); // refused: the key belongs to another start
      const { reader } = product.product.services.ground;
      const { started_by: actor } = await reader('executions').where({ id: body.executionId }).first('started_by');
      const rows = await reader('audit').where({ action: 'execution.started', at });
      const detail = JSON.stringify({ flow: 'quick', verifiedBy: 'session' });
      expect(rows).to.have.length(1);
      expect(rows[0]).to.include({ actor, subject: body.executionId, detail });
    });

    it('are new ones after a day, when their keys are purged', async () => {
      const { body } = await begin(ada!, 'three', {}, 'quick');
      at += 25 * HOUR_MS;
      const next = await begin(ada!, 'three', {}, 'quick');
      expect(next.status).to.equal(201);
      expect(next.body).to.not.deep.equal(body);
      const keys = () => product.product.services.ground.reader('start_keys').pluck('start_key');
      expect(await keys()).to.include('three');
      at += 25 * HOUR_MS;
      await begin(ada!, 'four', {}, 'quick');
      const { startKeyRetention } = await import('../../server/flow/beginStore.ts');
      const { units } = product.product.services.ground;
      await units.run(({ trx }) => startKeyRetention.purge(trx, at - startKeyRetention.keepMs, 100));
      expect(await keys()).to.deep.equal(['four']);
    });

    it('of one person are limited per hour, however many come at once', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => begin(grace!, undefined, {}, 'quick')));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
      const refused = answers.filter(({ status }) => status !== 201);
      for (const answer of refused) expectProblem(answer, 429, 'limit_reached');
      expect(Number(refused[0]!.headers.get('retry-after'))).to.equal(3600);
      expect((await begin(ada!, undefined, {}, 'quick')).status).to.equal(201);
      nextHour();
      expect((await begin(grace!, undefined, {}, 'quick')).status).to.equal(201);
    });

    it('of one person are limited while they have not ended', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 27; n++) {
        if (n % 5 === 0) nextHour();
        statuses.push((await begin(grace!)).status);
        await tick();
      }
      expect(statuses.filter((status) => status === 201)).to.have.length(25);
      const { body } = await grace!.call<{ items: { id: string }[] }>('GET', '/executions?status=waiting&limit=200');
      for (const { id } of body.items) await grace!.call('POST', `/executions/${id}/cancel`);
      nextHour();
      expect((await begin(grace!)).status).to.equal(201);
    });

    it('ask one person no more questions than the limit, and the flow gets the reason', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 8; n++) ids.push((await begin(ada!)).body.executionId);
      await tick();
      const views = await Promise.all(ids.map((id) => product.reached(ada!, id, 'waiting', 'failed')));
      expect(views.filter(({ status }) => status === 'waiting')).to.have.length(6);
      const failed = views.filter(({ status }) => status === 'failed');
      for (const { error } of failed)
        expect(error).to.deep.include({ code: 'asked_too_often', values: { name: 'Alan Turing', count: 6 } });
      const alan = await product.as('alan@sandbox.test');
      const mine = (await product.inbox(alan)).filter(({ executionId }) => ids.includes(executionId));
      expect(mine).to.have.length(6);
    });

    it('ask their own starter as often as they like, as a quiz does', async () => {
      const own = { inputType: 'text', prompt: 'Well?', assignees: { starter: true }, timeout: 'PT1H' };
      await publish(ada!, asking({ id: 'quiz', human: own }));
      const ids: string[] = [];
      for (let n = 0; n < 8; n++) ids.push((await begin(ada!, undefined, {}, 'quiz')).body.executionId);
      for (const id of ids) await product.reached(ada!, id, 'waiting');
    });

    it('ask no more people than the limit, and can follow an edge for that', async () => {
      const ids = await Promise.all(
        Array.from({ length: 6 }, async () => (await begin(ada!, undefined, {}, 'group')).body.executionId),
      );
      const views = await Promise.all(ids.map((id) => product.reached(ada!, id, 'waiting', 'completed')));
      expect(views.filter(({ status }) => status === 'waiting')).to.have.length(4);
      for (const view of views)
        if (view.status === 'completed') expect(JSON.stringify(view)).to.include('too_many_asked');
    });

    it("take a date and time without an offset in the server's time zone, also in a trial", async () => {
      const [bare, exact] = ['2026-12-24T18:00', '2026-12-24T18:00-05:00'] as const;
      const moments = ['bare', 'exact'].map((name) => ({ name, type: 'datetime' }));
      const definition: Parameters<typeof publish>[1] = {
        id: 'moments',
        name: 'Moments',
        nodes: [
          { id: 'start', type: 'start', config: { variables: moments } },
          { id: 'end', type: 'end', config: { output: '[bare, exact]' } },
        ],
        edges: [{ from: 'start', to: 'end' }],
      };
      await publish(ada!, definition);
      const values = [withOffset(bare, product.config.timeZone), exact];
      expect(values[0]).to.match(/^2026-12-24T18:00:00[+-]\d{2}:\d{2}$/);
      const { executionId } = (await begin(ada!, undefined, { variables: { bare, exact } }, 'moments')).body;
      await product.product.services.work.engine.settled();
      const { context } = (await ada!.call<ExecutionView>('GET', `/executions/${executionId}`)).body;
      expect(context).to.deep.include({ end: values });
      const trial = { definition, variables: { bare, exact }, given: {} };
      const { steps } = (await ada!.call<TriedFlow>('POST', '/flows/try', trial)).body;
      expect(steps.at(-1)!.output).to.deep.equal(values);
    });
  }),
);
