import { expect } from 'chai';
import fc from 'fast-check';

describe('a property that takes longer than its test may', () => {
  it('fails in time to say with which values', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 7 }), async (n) => {
      if (n > 7) throw new Error('too many');
      await new Promise(() => {});
    });
    const error: Error = await fc.assert(property, { seed: 1 }).then(
      () => new Error('it passed'),
      (thrown: Error) => thrown,
    );
    expect(error.message).to.match(/Property failed after 1 tests[^]*Counterexample: \[\d+\]/);
  }).timeout(1000);
});
