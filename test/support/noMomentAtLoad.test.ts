import { expect } from 'chai';
import { MomentAtLoadError, forbidClockAtLoad } from './noMomentAtLoad.ts';

const inAnHour = (): number => Date.now() + 3_600_000;
const today = (): Date => new Date();

describe('while test files are loaded', () => {
  let before: typeof Date;
  let restoreClock = () => {};
  beforeEach(() => {
    before = Date;
    restoreClock = forbidClockAtLoad();
  });
  afterEach(() => restoreClock());

  it('a fixture may not read the clock, not even in a function that it calls', () => {
    expect(() => Date.now()).to.throw(MomentAtLoadError, 'noMomentAtLoad.test.ts');
    expect(inAnHour).to.throw(MomentAtLoadError);
    expect(today).to.throw(MomentAtLoadError);
  });

  it('a given moment is allowed', () => {
    expect(new Date(0).toISOString()).to.equal('1970-01-01T00:00:00.000Z');
    expect(new Date('2026-03-01')).to.be.instanceOf(Date);
  });

  it('the clock is restored', () => {
    restoreClock();
    expect(Date).to.equal(before);
    expect(inAnHour()).to.be.above(3_600_000);
  });
});
