import { expect } from 'chai';
import { Duration, parseDuration } from '../../server/flow/duration.ts';

const HOUR = 3_600_000;

const DURATIONS: [string | number, number][] = [
  ['PT4H', 4 * HOUR],
  ['P1DT2H30M', 26.5 * HOUR],
  ['P2W', 14 * 24 * HOUR],
  ['PT90S', 90_000],
  ['PT0.5S', 500],
  ['PT0.001S', 1],
  ['P366D', 366 * 24 * HOUR],
  [1, 1],
  [86_400_000, 24 * HOUR],
];

const NOT_DURATIONS: unknown[] = [
  ...['', 'P', 'PT', 'P1DT', 'PT0S', '4h', 'pt4h', 'P1Y', 'P1M', 'P1W2D', '-PT1H', 'PT1.5H', 'PT4H ', 'P367D', 'P53W'],
  ...['1000', 'PT0.0001S', `PT${'9'.repeat(30)}S`, 0, -1, 1.5, NaN, Infinity, 367 * 24 * HOUR, null, {}, ['PT4H']],
];

describe('A duration', () => {
  for (const [text, ms] of DURATIONS) it(`${text} lasts ${ms} ms`, () => expect(parseDuration(text)).to.equal(ms));

  for (const value of NOT_DURATIONS)
    it(`is not ${JSON.stringify(value)}`, () => expect(Duration.safeParse(value).success).to.equal(false));

  it('says what it must be', () => {
    expect(Duration.safeParse('P1Y').error?.issues[0]?.message).to.match(/an ISO 8601 duration such as PT4H/);
    expect(Duration.safeParse('P367D').error?.issues[0]?.message).to.match(/between 1 millisecond and 366 days/);
  });
});
