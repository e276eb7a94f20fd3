import { expect } from 'chai';
import fc from 'fast-check';
import { spend, usedUp, type SpentTime } from '../../server/flow/budgetRules.ts';
import { createSpending } from '../../server/flow/expressionSpending.ts';

const BUDGET = { perMinuteMs: 2000, totalMs: 5000 };
const MINUTE = 60_000;

describe('The budget of expressions', () => {
  const cases: [string, SpentTime | undefined, number, ReturnType<typeof usedUp>][] = [
    ['nothing was computed', undefined, 0, null],
    ['a little was', { since: 0, inMinuteMs: 1999, totalMs: 1999 }, 1, null],
    ["the minute's budget is used up", { since: 0, inMinuteMs: 2000, totalMs: 2000 }, MINUTE - 1, 'minute'],
    ['the minute is over', { since: 0, inMinuteMs: 2000, totalMs: 2000 }, MINUTE, null],
    ['the whole budget is used up', { since: 0, inMinuteMs: 1, totalMs: 5000 }, 10 * MINUTE, 'whole'],
  ];
  for (const [when, spent, now, expected] of cases)
    it(`is ${expected === null ? 'there' : `gone (${expected})`} when ${when}`, () =>
      expect(usedUp(spent, BUDGET, now)).to.equal(expected));

  it('has a limit per minute and one in total', () => {
    const first = spend(undefined, 300, 1000);
    const second = spend(first, 200, 1000 + MINUTE - 1);
    const third = spend(second, 100, 1000 + MINUTE);
    expect([first, second, third]).to.deep.equal([
      { since: 1000, inMinuteMs: 300, totalMs: 300 },
      { since: 1000, inMinuteMs: 500, totalMs: 500 },
      { since: 1000 + MINUTE, inMinuteMs: 100, totalMs: 600 },
    ]);
  });

  it('never lets through more than one job beyond the limit, per minute and in total', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ after: fc.nat(40_000), costs: fc.integer({ min: 1, max: 700 }) }), { maxLength: 80 }),
        (jobs) => {
          let now = 0;
          let total = 0;
          let spent: SpentTime | undefined;
          for (const { after, costs } of jobs) {
            now += after;
            if (usedUp(spent, BUDGET, now)) continue;
            spent = spend(spent, costs, now);
            total += costs;
            expect(spent.inMinuteMs).to.be.below(BUDGET.perMinuteMs + costs);
            expect(total).to.be.below(BUDGET.totalMs + costs);
          }
        },
      ),
    ));

  it('is one per execution, and says which limit is exceeded', () => {
    let now = 0;
    const spending = createSpending(BUDGET, () => now);
    spending.charge('greedy', 2000);
    expect(spending.refusal('greedy')).to.include({ code: 'expression_budget' });
    expect(spending.refusal('greedy')!.values).to.deep.equal({ period: 'minute', seconds: 2 });
    expect(spending.refusal('other')).to.equal(null);
    now = MINUTE;
    expect(spending.refusal('greedy')).to.equal(null);
    spending.charge('greedy', 3000);
    now = 2 * MINUTE;
    expect(spending.refusal('greedy')!.message).to.match(/for 5 seconds in all/);
  });

  it('forgets executions that have not computed for long', () => {
    const spending = createSpending(BUDGET, () => 0);
    spending.charge('first', 9000);
    for (let n = 0; n < 10_000; n++) spending.charge(`x${n}`, 1);
    expect(spending.refusal('first')).to.equal(null);
  });
});
