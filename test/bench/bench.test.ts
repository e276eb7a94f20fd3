import { expect } from 'chai';
import { judge } from '../../bench/expectations.ts';
import { measureAll } from '../../bench/measureAll.ts';
import { toTable } from '../../bench/table.ts';

const SECONDS = 0.4;
const SCALE = 0.005;

/** Has no floor of its own. */
const ONLY_COMPARED = ['path sqlite 10,000'];

/** Checks only that it works: times on a machine that runs tests mean nothing. */
describe('the benchmark', function () {
  this.timeout(180_000);

  for (const only of [
    'path sqlite 1',
    'path sqlite 10,000',
    'path sqlite stages',
    'cycle sqlite 64',
    'answers sqlite',
    'memory sqlite',
    'fanOut sqlite',
    'inbox sqlite product',
    'indexing sqlite',
    'sealing sqlite',
    'client sqlite inbox of 20',
  ])
    it(`measures ${only}`, async () => {
      const order = { only, rounds: 1, seconds: SECONDS, scale: SCALE };
      const measured = await measureAll(order, () => {});
      for (const { name, rounds } of measured)
        for (const [figure, value] of Object.entries(rounds[0]!)) expect(value, `${name} ${figure}`).to.be.finite;
      const judged = judge(measured);
      if (!ONLY_COMPARED.includes(only)) expect(judged.length).to.be.above(0);
      for (const { about } of judged) expect(toTable(measured, judged)).to.contain(about);
    });

  it('says what it does not know', async () => {
    const order = { only: 'nothing of the kind', rounds: 1, seconds: SECONDS, scale: SCALE };
    const failure = await measureAll(order, () => {}).catch((error: Error) => error.message);
    expect(failure).to.match(/No variant/);
  });
});
