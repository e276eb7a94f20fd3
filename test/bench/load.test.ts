import { expect } from 'chai';
import { underLoad } from '../../bench/load.ts';

describe('a measurement under load', () => {
  it('counts one sample if the machine is too slow for any in the time', async () => {
    const figures = await underLoad({ inFlight: 3, seconds: 0.001 }, async (count) => {
      const startedAt = performance.now();
      while (performance.now() < startedAt + 5);
      count(startedAt);
    });
    for (const [name, value] of Object.entries(figures)) expect(value, name).to.be.finite.and.be.above(0);
  });
});
