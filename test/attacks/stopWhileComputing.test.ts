import { expect } from 'chai';
import { publish } from '../scenarios/support.ts';
import { startProduct } from '../support/product.ts';
import { computing, ENDLESS } from './computing.ts';

const AMPLE = { perMinuteMs: 3_600_000, totalMs: 3_600_000 };

describe('A server that stops while a hundred runaway expressions compute', function () {
  this.timeout(120_000);

  it('does not wait for them, and leaves the execution to the next server', async () => {
    const product = await startProduct({ config: { expressionBudget: AMPLE } });
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, computing('attack', ENDLESS));
    const ids = [await product.run(ada, 'attack'), await product.run(ada, 'attack')];
    const { reader } = product.product.services.ground;
    const before = performance.now();
    await product.product.services.stop();
    const stoppedAfter = performance.now() - before;
    const left = await reader('executions').whereIn('id', ids).pluck('status');
    await product.close();
    expect(stoppedAfter).to.be.below(10_000); // 200 of them take 20 s at least
    expect(left).to.deep.equal(['running', 'running']);
  });
});
