import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ProblemError } from '../../../contract/problem.ts';
import { addressKey } from '../../../server/foundation/http/addressKey.ts';
import { createCallLimits } from '../../../server/foundation/http/callLimits.ts';
import { createCounter } from '../../../server/foundation/http/counter.ts';
import { DEFAULT_LIMITS, LIMIT_NAMES, LIMITS, parseLimits, UNLIMITED } from '../../../server/foundation/limits.ts';

describe('counters', () => {
  it('say how long to wait above the limit, and restart after a minute', () => {
    let at = 0;
    const counter = createCounter(2, () => at);
    expect([counter.add('a'), counter.add('a'), counter.add('b')]).to.deep.equal([0, 0, 0]);
    at = 10_000;
    expect(counter.add('a')).to.equal(50_000);
    at = 59_999;
    expect([counter.add('a'), counter.add('b')]).to.deep.equal([1, 0]);
    at = 60_000;
    expect(counter.add('a')).to.equal(0);
  });

  it('store a limited number of keys', () => {
    const counter = createCounter(1, () => 0);
    counter.add('first');
    expect(counter.add('first')).to.equal(60_000);
    for (let n = 0; n <= 20_000; n++) counter.add(String(n));
    expect(counter.add('first')).to.equal(0);
    expect(counter.add('20000')).to.equal(60_000);
  });
});

describe('addresses', () => {
  it('count by the network of one subscriber', () => {
    expect(addressKey('::ffff:10.1.2.3')).to.equal(addressKey('10.1.2.3'));
    expect(addressKey('2001:db8:1:2::1')).to.equal(addressKey('2001:db8:1:2:ffff::9'));
    expect(addressKey('2001:db8:1:3::1')).to.not.equal(addressKey('2001:db8:1:2::1'));
    expect([addressKey(undefined), addressKey('x')]).to.deep.equal(['unknown', 'unknown']);
  });

  it('count without the port that some proxies add', () => {
    expect(addressKey('203.0.113.7:50123')).to.equal('203.0.113.7');
    expect(addressKey('[2001:db8:1:2::1]:443')).to.equal(addressKey('2001:db8:1:2::1'));
    expect(addressKey('[2001:db8:1:2::1]')).to.equal(addressKey('2001:db8:1:2::1'));
    expect(['203.0.113.7:x', ':80', '[]:80'].map(addressKey)).to.deep.equal(['unknown', 'unknown', 'unknown']);
  });
});

describe('limits of calls', () => {
  const refused = new ProblemError('unauthenticated', 'no');

  it('count each kind separately, and failures per address', () => {
    const limits = createCallLimits({
      ...DEFAULT_LIMITS,
      requestsPerMinute: 1,
      failuresPerMinute: 1,
      formsPerMinute: 1,
    });
    expect(limits.countFailure('10.0.0.1', refused)).to.equal(refused);
    const second = limits.countFailure('::ffff:10.0.0.1', refused);
    expect([second.code, second.extra.retryAfterSeconds]).to.deep.equal(['rate_limited', 60]);
    expect(limits.countFailure('10.0.0.2', refused)).to.equal(refused);
    limits.countCall('ada');
    expect(() => limits.countCall('ada')).to.throw(ProblemError, 'too many requests');
    limits.countCall('grace');
    limits.countForm('link');
    limits.countOpening('link');
    expect(() => limits.countForm('link')).to.throw(ProblemError, 'this link');
  });
});

describe('LIMITS', () => {
  it('can be changed by name, or lifted', () => {
    expect(parseLimits('startsPerHour=7, connections = none')).to.deep.equal({
      startsPerHour: 7,
      connections: UNLIMITED,
    });
    for (const wrong of ['startsPerHour', 'startsPerHour=-1', 'starts=1', 'toString=1', 'startsPerHour=1;', ''])
      expect(parseLimits(wrong), wrong).to.equal(null);
  });

  it('are listed for operators as they are', () => {
    const page = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\| (.+?) +\| (.+?) +\|$/gm)];
    const rows = LIMIT_NAMES.map((name) => [name, String(LIMITS[name].most), LIMITS[name].of, LIMITS[name].what]);
    expect(listed.map(([, ...cells]) => cells)).to.deep.equal(rows);
    for (const name of LIMIT_NAMES) expect(DEFAULT_LIMITS[name]).to.equal(LIMITS[name].most);
  });
});
