import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { createSteadyClock } from '../../server/foundation/schedule/clock.ts';
import { forEachDatabase } from '../support/databases.ts';
import { until } from '../support/until.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The fault would cost an hour; a loaded machine takes seconds. */
const SOON_MS = 15_000;

const STARTER = { id: 'ada', displayName: 'Ada', email: null, userPrincipalName: null };

/** Needs time-outs, take-overs, deliveries and delays to reach its end. */
const ROUND: FlowDefinition = {
  id: 'round',
  name: 'Round',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'ask',
      type: 'human',
      config: {
        inputType: 'approval',
        prompt: 'What time is it?',
        assignees: { users: ['grace@sandbox.test'] },
        timeout: 800,
        channels: ['email'],
      },
    },
    { id: 'rest', type: 'delay', config: { for: 300 } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
    { from: 'ask', to: 'rest', on: 'timeout' },
    { from: 'rest', to: 'end' },
  ],
};

/** The same question, with a deadline of a day and a half. */
const PATIENT: FlowDefinition = {
  ...ROUND,
  id: 'patient',
  nodes: ROUND.nodes.map((node) =>
    node.id === 'ask' ? { ...node, config: { ...node.config, timeout: 'P2D' } } : node,
  ),
};

describe('a wall clock that jumps', function () {
  this.timeout(120_000);
  this.slow(20_000);

  forEachDatabase((_name, openUrl) => {
    let stage: TestProduct;
    let aheadMs = 0;
    const now = () => Date.now() + aheadMs;

    beforeEach(async () => {
      aheadMs = 0;
      stage = await startProduct({
        databaseUrl: await openUrl(),
        now,
        steady: createSteadyClock(),
        config: { key: '0'.repeat(64) },
      });
    });
    afterEach(() => stage?.close());

    /** The number of mails sent. */
    const mails = () => stage.sandbox.mail.mails().length;

    /** Not over HTTP, because people's tokens follow a correct clock. */
    async function run(flowId: string): Promise<string> {
      const { flows, engine } = stage.product.services.work;
      return engine.start({ ...(await flows.prepareStart(flowId, 1, {}, STARTER)), startedBy: STARTER, chatId: null });
    }

    const db = () => stage.product.services.ground.reader;
    const statusOf = async (id: string): Promise<string> =>
      (await db()('executions').where({ id }).first('status')).status;

    async function goesRound(): Promise<void> {
      const before = mails();
      const id = await run('round');
      await until(async () => (await statusOf(id)) === 'completed', SOON_MS);
      const visits = await db()('execution_steps').where({ execution_id: id }).orderBy('seq').pluck('node_id');
      expect(visits).to.deep.equal(['start', 'ask', 'rest', 'end']);
      await until(() => mails() > before, SOON_MS);
      await until(async () => (await db()('audit').whereNull('position').first('seq')) === undefined, SOON_MS);
    }

    it('stops no execution, and ends no question early', async () => {
      const ada = await stage.as('ada@sandbox.test');
      for (const flow of [ROUND, PATIENT]) await ada.call('POST', '/flows', flow);
      const patient = await run('patient');
      for (const ms of [-HOUR_MS, DAY_MS, 0]) {
        aheadMs = ms;
        await goesRound(); // by then every loop has looked at the other question
        expect(await statusOf(patient)).to.equal('waiting');
      }
      const grace = await stage.as('grace@sandbox.test');
      const answer = { executionId: patient, nodeId: 'ask', value: 'approved' };
      expect((await grace.call('POST', '/flow/human-response', answer)).status).to.equal(200);
      await until(async () => (await statusOf(patient)) === 'completed');
    });
  });
});
