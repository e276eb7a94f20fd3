import { expect } from 'chai';
import { createLatest } from '../../../server/foundation/health/latest.ts';

describe('a cached lookup', () => {
  it('is valid for a while, and is made once for concurrent callers', async () => {
    let [at, looks] = [0, 0];
    const latest = createLatest(async () => ++looks, { freshMs: 5000, monotonic: () => at });
    expect(await Promise.all([latest(), latest(), latest()])).to.deep.equal([1, 1, 1]);
    at = 4999;
    expect(await latest()).to.equal(1);
    at = 5000;
    expect(await latest()).to.equal(2);
  });

  it('is nothing if it fails, and is retried', async () => {
    let looks = 0;
    const latest = createLatest(async () => (++looks === 1 ? Promise.reject(new Error('no database')) : 'well'));
    expect([await latest(), await latest()]).to.deep.equal([null, 'well']);
  });

  it('is nothing if it takes too long, and serves the next caller', async () => {
    let looks = 0;
    let end!: (value: string) => void;
    const look = () => {
      looks++;
      return new Promise<string>((resolve) => (end = resolve));
    };
    const latest = createLatest(look, { patienceMs: 5 });
    expect([await latest(), await latest()]).to.deep.equal([null, null]);
    end('late');
    expect([await latest(), await latest(), looks]).to.deep.equal(['late', 'late', 1]);
  });
});
