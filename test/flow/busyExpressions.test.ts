import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { NoProcess } from '../../server/flow/expressionProcess.ts';
import { createExpressions, type OwnExpressions, type ExpressionService } from '../../server/flow/expressions.ts';
import { NodeError } from '../../server/flow/nodeType.ts';
import { childProcesses, killUnnoticed } from '../support/childProcesses.ts';
import { skipBecause } from '../support/skip.ts';

const TURN = { author: 'ada', execution: 'one' };
/** About 10 ms, and several times as long in a new process. */
const LONG = '$count($map([1..5000], function($n) { $n * $n }))';

describe('An expression on a busy machine', () => {
  let service: ExpressionService;
  const start = (settings: Parameters<typeof createExpressions>[0] = {}) =>
    (service = createExpressions({ count: 1, timeoutMs: 300, ...settings }));
  afterEach(() => service?.close());

  /** The process that evaluates its expressions has started. */
  async function withProcess(settings?: Parameters<typeof start>[0]): Promise<[OwnExpressions, number]> {
    const others = new Set(childProcesses('expressionWorker'));
    const expressions = start(settings).of(TURN);
    await expressions.evaluate('$sum([1])', {});
    return [expressions, childProcesses('expressionWorker').find((pid) => !others.has(pid))!];
  }

  it('is not charged for the time that its process waits for a processor', async function () {
    if (process.platform !== 'linux') return skipBecause(this, 'it finds the process in /proc, which only Linux has');
    const [expressions, own] = await withProcess();
    const result = expressions.evaluate(LONG, {});
    process.kill(own, 'SIGSTOP');
    await sleep(2000);
    process.kill(own, 'SIGCONT');
    expect(await result).to.equal(5000);
  });

  it('is evaluated again, and does not fail, if its process is killed from outside', async function () {
    if (process.platform !== 'linux') return skipBecause(this, 'it finds the process in /proc, which only Linux has');
    const [expressions, own] = await withProcess();
    killUnnoticed(own);
    const reason = (error: unknown) => error;
    expect(await expressions.evaluate('$sum([1])', {}).catch(reason), 'before it begins').to.be.instanceOf(NoProcess);
    await service.close();

    const [patient, busy] = await withProcess({ timeoutMs: 60_000 });
    const endless = patient.evaluate('($f := function($n) { $f($n + 1) }; $f(1))', {});
    process.kill(busy, 'SIGKILL');
    expect(await endless.catch(reason), 'while it computes').to.be.instanceOf(NoProcess);
    expect(await patient.evaluate('$sum([1, 2])', {})).to.equal(3);
  });

  it('is not charged for the start of its process', async () => {
    const refusals: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      start({ budget: { perMinuteMs: 15, totalMs: 15 } }); // starting takes more than 20 ms, the expression about 2 ms
      const expressions = service.of(TURN);
      const count = () => expressions.evaluate('$count([1])', {});
      refusals.push(
        await count()
          .then(count)
          .then(
            () => null,
            ({ code }: NodeError) => code,
          ),
      );
      await service.close();
    }
    expect(refusals).to.include(null, 'even the fastest start was charged');
  });

  it('has a second attempt before it is given up, both at its expense', async () => {
    start({ timeoutMs: 100, budget: { perMinuteMs: 150, totalMs: 150 } });
    const expressions = service.of(TURN);
    const codeOf = ({ code }: NodeError) => code;
    const endless = '($f := function($n) { $f($n + 1) }; $f(1))';
    expect(await expressions.evaluate(endless, {}).catch(codeOf)).to.equal('expression_timeout');
    expect(await expressions.evaluate('$sum([1])', {}).catch(codeOf)).to.equal('expression_budget');
  });

  describe('beside many others of its node', () => {
    /** A second in all. */
    const MANY = Array.from({ length: 100 }, () => `{{ ${LONG} }}`).join(' ');
    const AMPLE = { perMinuteMs: 600_000, totalMs: 600_000 };

    it('may compute as long as documented, while others have their turns', async () => {
      start({ budget: AMPLE });
      const settled: string[] = [];
      const many = service.of(TURN).render(MANY, {});
      const other = service.of({ author: 'alan', execution: 'other' }).evaluate('$sum([1])', {});
      void many.finally(() => settled.push('many'));
      await other.then(() => settled.push('other'));
      expect(await many).to.match(/^5000( 5000){99}$/);
      expect(settled).to.deep.equal(['other', 'many']);
    });

    it('is not evaluated once they have used up the budget', async () => {
      start({ budget: { ...AMPLE, perMinuteMs: 300 } });
      const failure = await service
        .of(TURN)
        .render(MANY, {})
        .catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(NodeError).and.to.have.property('code', 'expression_budget');
    });
  });
});
