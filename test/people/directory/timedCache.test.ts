import { expect } from 'chai';
import { createTimedCache, type TimedCacheOptions } from '../../../server/people/directory/timedCache.ts';

describe('timed cache', () => {
  let time = 1;
  let reads: string[] = [];
  const create = (changes: Partial<TimedCacheOptions> = {}) => {
    time = 1;
    reads = [];
    return createTimedCache<string | null>({
      timeToLiveMs: 100,
      missingTimeToLiveMs: 10,
      maxEntries: 3,
      now: () => time,
      ...changes,
    });
  };
  const reading =
    (key: string, value: string | null = key) =>
    async () => {
      reads.push(key);
      return value;
    };

  it('keeps an entry for its time and no longer', async () => {
    const cache = create();
    for (time of [1, 101, 102, 202]) await cache('a', reading('a'));
    expect(reads).to.deep.equal(['a', 'a']);
  });

  it('looks again sooner for missing entries', async () => {
    const cache = create();
    for (time of [1, 11, 12]) expect(await cache('a', reading('a', null))).to.equal(null);
    expect(reads).to.deep.equal(['a', 'a']);
  });

  it('reads once for concurrent callers, even if it fails, and does not keep the failure', async () => {
    const cache = create();
    let attempts = 0;
    const failing = async () => Promise.reject(new Error(`attempt ${++attempts}`));
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => cache('a', failing)));
    expect(
      outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'attempt 1'),
    ).to.equal(true);
    expect(await cache('a', reading('a'))).to.equal('a');
  });

  it('counts the time from the start of the read', async () => {
    const cache = create();
    let finish: (value: string) => void = () => undefined;
    const slow = cache('a', () => new Promise((resolve) => (finish = resolve)));
    time = 60;
    finish('old');
    expect(await slow).to.equal('old');
    time = 102;
    expect(await cache('a', reading('a', 'new'))).to.equal('new');
  });

  it('evicts the entry that was used longest ago', async () => {
    const cache = create();
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await cache(key, reading(key));
    expect(reads).to.deep.equal(['a', 'b', 'c', 'd', 'b']);
  });
});
