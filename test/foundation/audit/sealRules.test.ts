import { expect } from 'chai';
import fc from 'fast-check';
import { nextSize, SEAL_ROWS } from '../../../server/foundation/audit/sealRules.ts';

describe('how many audit rows one unit seals', () => {
  for (const [rows, tookMs, next] of [
    [250, 10, 500],
    [250, 30, 250],
    [250, 120, 250],
    [250, 121, 125],
    [250, null, 125],
    [1500, 1, 2000],
    [2000, 1, 2000],
    [1, 500, 1],
    [1, null, 1],
  ] as const)
    it(`is ${next} after ${rows} that ${tookMs === null ? 'passed their deadline' : `took ${tookMs} ms`}`, () => {
      expect(nextSize(rows, tookMs)).to.equal(next);
    });

  it('settles at what a machine can do in the time, however fast or slow it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 200, noNaN: true }), (msPerRow) => {
        let rows: number = SEAL_ROWS.first;
        for (let times = 0; times < 20; times++) rows = nextSize(rows, rows * msPerRow);
        expect(rows).to.be.within(SEAL_ROWS.least, SEAL_ROWS.most);
        expect(nextSize(rows, rows * msPerRow)).to.equal(rows);
      }),
    );
  });
});
