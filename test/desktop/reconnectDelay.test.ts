import { expect } from 'chai';
import fc from 'fast-check';
import { reconnectDelayMs } from '../../desktop/reconnectDelay.ts';

describe('desktop/reconnectDelay', () => {
  it('waits longer each time, and never more than half a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => reconnectDelayMs(attempt, 1))).to.deep.equal([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('spreads clients over half of the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const longest = reconnectDelayMs(attempt, 1);
        expect(reconnectDelayMs(attempt, random)).to.be.within(longest / 2, longest);
      }),
    );
  });
});
