// cspell:ignore cmdline
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createExpressions } from '../../server/flow/expressions.ts';
import { NodeError } from '../../server/flow/nodeType.ts';
import { skipBecause } from '../support/skip.ts';

const TURN = { author: 'ada', execution: 'one' };
/** About 10 ms, and some times as long in a new process. */
const LONG = '$count($map([1..5000], function($n) { $n * $n }))';

/** The processes that evaluate this process's expressions. */
const evaluating = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (Number.isNaN(pid) || !existsSync(`/proc/${pid}`)) return false;
      const [parent] = /(?<=\nPPid:\t)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
      const isOurs = Number(parent) === process.pid;
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('expressionWorker');
    });

describe('An expression on a busy machine', () => {
  it('is not charged for the time that its process waits for a processor', async function () {
    if (process.platform !== 'linux') return skipBecause(this, 'it finds the process in /proc, which only Linux has');
    const others = new Set(evaluating());
    const service = createExpressions({ count: 1, timeoutMs: 300 });
    try {
      const expressions = service.of(TURN);
      await expressions.evaluate('$sum([1])', {}); // starts its process
      const own = evaluating().find((pid) => !others.has(pid))!;
      const result = expressions.evaluate(LONG, {});
      process.kill(own, 'SIGSTOP');
      await sleep(2000);
      process.kill(own, 'SIGCONT');
      expect(await result).to.equal(5000);
    } finally {
      await service.close();
    }
  });

  describe('beside many others of its node', () => {
    /** A second in all. */
    const MANY = Array.from({ length: 100 }, () => `{{ ${LONG} }}`).join(' ');
    const AMPLE = { perMinuteMs: 600_000, totalMs: 600_000 };

    it('may compute as long as documented, while others have their turns', async () => {
      const service = createExpressions({ count: 1, timeoutMs: 300, budget: AMPLE });
      try {
        const settled: string[] = [];
        const many = service.of(TURN).render(MANY, {});
        const other = service.of({ author: 'alan', execution: 'other' }).evaluate('$sum([1])', {});
        void many.finally(() => settled.push('many'));
        await other.then(() => settled.push('other'));
        expect(await many).to.match(/^5000( 5000){99}$/);
        expect(settled).to.deep.equal(['other', 'many']);
      } finally {
        await service.close();
      }
    });

    it('is not evaluated once they have used up the budget', async () => {
      const service = createExpressions({ count: 1, timeoutMs: 300, budget: { ...AMPLE, perMinuteMs: 300 } });
      try {
        const failure = await service
          .of(TURN)
          .render(MANY, {})
          .catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(NodeError).and.to.have.property('code', 'expression_budget');
      } finally {
        await service.close();
      }
    });
  });
});
