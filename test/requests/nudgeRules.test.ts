import { expect } from 'chai';
import { nudgePauseMs } from '../../server/requests/nudgeRules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('reminding once an hour', () => {
  it('waits for the rest of the hour, but not for a clock that was set back', () => {
    expect(nudgePauseMs(null, 5)).to.equal(0);
    expect(nudgePauseMs(1000, 1000)).to.equal(HOUR_MS);
    expect(nudgePauseMs(1000, 1000 + HOUR_MS - 1)).to.equal(1);
    expect(nudgePauseMs(1000, 1000 + HOUR_MS)).to.equal(0);
    expect(nudgePauseMs(1000 + MINUTE_MS, 1000)).to.equal(HOUR_MS);
    expect(nudgePauseMs(1000 + HOUR_MS, 1000)).to.equal(0);
  });
});
