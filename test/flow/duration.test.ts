import { expect } from 'chai';
import { Duration } from '../../server/flow/duration.ts';

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
  for (const [text, ms] of DURATIONS) it(`${text} lasts ${ms} ms`, () => expect(Duration.parse(text)).to.equal(ms));

  for (const value of NOT_DURATIONS)
    it(`is not ${JSON.stringify(value)}`, () => expect(Duration.safeParse(value).success).to.equal(false));

  it('states the expected format', () => {
    const saidOf = (text: string) =>
      Duration.safeParse(text).error?.issues.map((issue) => 'params' in issue && issue.params);
    expect(saidOf('P1Y')).to.deep.equal([{ id: 'durationForm', values: {} }]);
    expect(saidOf('P367D')).to.deep.equal([{ id: 'durationLength', values: {} }]);
  });
});
