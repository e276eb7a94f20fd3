import { expect } from 'chai';
import { createClockTrust } from '../../../server/foundation/schedule/clockJump.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe('a wall clock that decides what is deleted', () => {
  /** A clock that the test sets. `passed` moves the steady clock and the wall clock together. */
  function stage() {
    let [steady, ahead] = [0, 1_000_000];
    const jumps: number[] = [];
    const trusts = createClockTrust((ms) => jumps.push(ms));
    trusts(ahead, steady);
    return {
      jumps,
      set: (ms: number) => void (ahead += ms),
      hours: (count: number) => Array.from({ length: count }, () => ((steady += HOUR), trusts(steady + ahead, steady))),
    };
  }

  it('is doubted after a jump of more than an hour, which would delete what is kept for a day', () => {
    const { jumps, set, hours } = stage();
    set(HOUR + 1);
    expect(hours(1)).to.deep.equal([false]);
    expect(jumps).to.deep.equal([HOUR + 1]);
  });

  it('is not believed for a day after a jump of a year, and then is', () => {
    const { jumps, set, hours } = stage();
    expect(hours(3)).to.deep.equal([true, true, true]);
    set(365 * DAY);
    expect(new Set(hours(24))).to.deep.equal(new Set([false]));
    expect(hours(2)).to.deep.equal([true, true]);
    expect(jumps).to.deep.equal([365 * DAY]);
  });

  it('is believed at once when it is set right, and doubted again for the next jump', () => {
    const { jumps, set, hours } = stage();
    set(365 * DAY);
    expect(hours(20)).to.not.include(true);
    set(-365 * DAY);
    expect(hours(1)).to.deep.equal([true]);
    set(100 * DAY);
    expect(hours(10)).to.not.include(true);
    expect(jumps).to.have.length(2);
  });

  it('is believed when it goes back, or is off by an hour', () => {
    const { jumps, set, hours } = stage();
    for (const ms of [-365 * DAY, HOUR, -HOUR]) {
      set(ms);
      expect(hours(1)).to.deep.equal([true]);
    }
    expect(jumps).to.deep.equal([]);
  });
});
