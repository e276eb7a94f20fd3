import { expect } from 'chai';
import { createLatest } from '../../../server/foundation/health/latest.ts';

describe('the latest of what was looked up', () => {
  it('stands for a while, and is looked up once for all who ask at the same time', async () => {
    let [at, looks] = [0, 0];
    const latest = createLatest(async () => ++looks, { freshMs: 5000, monotonic: () => at });
    expect(await Promise.all([latest(), latest(), latest()])).to.deep.equal([1, 1, 1]);
    at = 4999;
    expect(await latest()).to.equal(1);
    at = 5000;
    expect(await latest()).to.equal(2);
  });

  it('is nothing where it cannot be looked up, and is tried again', async () => {
    let looks = 0;
    const latest = createLatest(async () => (++looks === 1 ? Promise.reject(new Error('no database')) : 'well'));
    expect([await latest(), await latest()]).to.deep.equal([null, 'well']);
  });

  it('is nothing where that takes too long, and serves the next who asks', async () => {
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
