import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { publish } from '../scenarios/support.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';
import { computing, ENDLESS } from './computing.ts';

const OTHER_AUTHOR = { id: 'other-author', displayName: 'Other Author', email: null, userPrincipalName: null };

/** Asks, with an expression before and after. */
const APPROVAL: FlowDefinition = {
  id: 'approval',
  name: 'Approval',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    {
      id: 'ask',
      type: 'human',
      config: {
        inputType: 'approval',
        prompt: 'Pay {{ $sum([1, 2]) }}?',
        assignees: { users: ['grace@sandbox.test'] },
      },
    },
    { id: 'sum', type: 'set', config: { values: { total: '$sum([1, 2])' } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'sum' },
    { from: 'sum', to: 'end' },
  ],
};

const AMPLE = { perMinuteMs: 3_600_000, totalMs: 3_600_000 };

describe('A hundred runaway expressions in each of five executions', function () {
  this.timeout(120_000);
  let product: TestProduct;
  let ada: Client;
  let grace: Client;
  let alan: Client;
  const attackers: string[] = [];

  before(async () => {
    // with a budget the attack would end before it could delay anybody
    product = await startProduct({ config: { expressionBudget: AMPLE } });
    [ada, grace, alan] = (await Promise.all(
      ['ada', 'grace', 'alan'].map((name) => product.as(`${name}@sandbox.test`)),
    )) as [Client, Client, Client];
    await product.product.services.work.flows.create(APPROVAL, OTHER_AUTHOR);
    await publish(ada, computing('attack', ENDLESS));
  });
  after(() => product?.close());

  /** From the start of another author's flow through its answer to its end, in ms. */
  async function approval(): Promise<number> {
    const before = performance.now();
    const id = await product.run(alan, 'approval');
    await product.reached(alan, id, 'waiting');
    const { status } = await grace.call('POST', `/user/notifications/${id}-ask/respond`, 'approved');
    expect(status).to.equal(200);
    await product.reached(alan, id, 'completed');
    return performance.now() - before;
  }

  it("do not delay another author's flow", async () => {
    await approval(); // the first starts a process
    const quiet = Math.max(await approval(), await approval(), await approval());
    for (let n = 0; n < 5; n++) attackers.push(await product.run(ada, 'attack'));
    const attacked = [await approval(), await approval(), await approval()].sort((a, b) => a - b)[1]!;
    expect(attacked, `${Math.round(quiet)} ms when nobody attacks`).to.be.below(quiet * 10 + 5000);
    for (const id of attackers)
      expect((await product.execution(ada, id)).status, 'the attack goes on').to.equal('running');
  });

  it('end with the executions when those are cancelled', async () => {
    for (const id of attackers) {
      const { status } = await ada.call('POST', `/executions/${id}/cancel`);
      expect(status).to.equal(200);
    }
    const before = performance.now();
    await product.product.services.work.engine.settled();
    expect(performance.now() - before).to.be.below(5000); // 500 of them take 50 s at least
    const views = await Promise.all(attackers.map((id) => product.execution(ada, id)));
    expect(views.map(({ status }) => status)).to.deep.equal(attackers.map(() => 'cancelled'));
  });
});

describe('An execution that exceeds its compute budget', () => {
  let product: TestProduct;
  let ada: Client;
  before(async () => {
    product = await startProduct({ config: { expressionBudget: { perMinuteMs: 300, totalMs: 3_600_000 } } });
    ada = await product.as('ada@sandbox.test');
    await publish(ada, computing('greedy', ENDLESS));
    await publish(ada, APPROVAL);
  });
  after(() => product?.close());

  it('fails at every further expression, with its own code, and no other execution does', async () => {
    const id = await product.run(ada, 'greedy');
    const { timeline } = await product.reached(ada, id, 'completed');
    const codes = timeline.flatMap(({ error }) => (error ? [error.code] : []));
    expect(codes).to.have.length(100);
    expect(codes.filter((code) => code === 'expression_timeout').length).to.be.within(1, 5);
    expect(codes.filter((code) => code === 'expression_budget').length).to.be.at.least(95);
    const refused = timeline.find(({ error }) => error?.code === 'expression_budget')!.error!;
    expect(refused.values).to.deep.equal({ period: 'minute', seconds: 0.3 });
    const other = await product.run(ada, 'approval');
    await eventually(async () => ((await product.execution(ada, other)).status === 'waiting' ? true : undefined));
  });
});
