import { expect } from 'chai';
import { verifyOnce } from '../../../server/people/identity/verifyOnce.ts';

describe('verifying a token once', () => {
  let now = 0;
  let keys = 1;
  let areFresh = true;
  let verified: string[] = [];

  const verifier = (most?: number) =>
    verifyOnce(
      async (token) => {
        verified.push(token);
        if (token.startsWith('bad')) throw new Error('bad');
        return { verified: { token }, from: 1000, until: 2000 };
      },
      { keys: () => keys, areFresh: () => areFresh, now: () => now, most },
    );
  beforeEach(() => {
    [now, keys, areFresh, verified] = [1000, 1, true, []];
  });

  it('is enough for later and concurrent calls', async () => {
    const verify = verifier();
    const both = await Promise.all([verify('ada'), verify('ada')]);
    expect([...both, await verify('ada')]).to.deep.equal([{ token: 'ada' }, { token: 'ada' }, { token: 'ada' }]);
    expect(verified).to.deep.equal(['ada']);
  });

  it('is not enough before it begins and after it has expired', async () => {
    const verify = verifier();
    await verify('ada');
    for (const at of [999, 2000]) {
      now = at;
      await verify('ada');
    }
    expect(verified).to.deep.equal(['ada', 'ada', 'ada']);
  });

  it('is not enough once the keys were fetched again, or are too old to rely on', async () => {
    const verify = verifier();
    await verify('ada');
    keys = 2;
    await verify('ada');
    areFresh = false;
    await verify('ada');
    expect(verified).to.deep.equal(['ada', 'ada', 'ada']);
  });

  it('does not survive a key fetch that happens meanwhile', async () => {
    const verify = verifier();
    const verifying = verify('ada');
    keys = 2;
    await verifying;
    await verify('ada');
    expect(verified).to.deep.equal(['ada', 'ada']);
  });

  it('caches no bad token, which therefore evicts no good one', async () => {
    const verify = verifier(2);
    await verify('ada');
    await verify('grace');
    const bad = Array.from({ length: 50 }, (_, n) => verify(`bad ${n}`).catch(() => 'refused'));
    expect(new Set(await Promise.all(bad))).to.deep.equal(new Set(['refused']));
    await verify('bad 1').catch(() => {});
    verified = [];
    await Promise.all(['ada', 'grace'].map(verify));
    expect(verified).to.deep.equal([]);
  });

  it('caches a limited number, the most recently used ones', async () => {
    const verify = verifier(2);
    for (const token of ['ada', 'grace', 'ada', 'linus']) await verify(token);
    verified = [];
    await Promise.all(['ada', 'linus', 'grace'].map(verify));
    expect(verified).to.deep.equal(['grace']);
  });
});
