import { expect } from 'chai';
import fc from 'fast-check';
import { createFairGate } from '../../server/files/fairGate.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair gate', () => {
  it('makes a caller with enough in progress wait for others', async () => {
    const gate = createFairGate({ atOnce: 3, atOnceEach: 2 });
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const run = (owner: string, name: string) =>
      gate(owner, () => new Promise<void>((end) => void (begun.push(name), ends.push(end))));
    const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => run(name[0]!, name));
    await turn();
    expect(begun).to.deep.equal(['a1', 'a2', 'b1']);
    ends[2]!(); // b1
    await turn();
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'b2']);
    while (ends.length > 0) (ends.shift()!(), await turn());
    await Promise.all(all);
    expect(begun).to.have.length(5);
  });

  it('never admits more than the limit, and everybody in the end, whatever fails', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(4), fc.boolean()), { maxLength: 40 }),
        async (works) => {
          const gate = createFairGate({ atOnce: 4, atOnceEach: 2 });
          const running: string[] = [];
          const results = await Promise.allSettled(
            works.map(([owner, turns, fails]) =>
              gate(owner, async () => {
                running.push(owner);
                expect(running.length).to.be.at.most(4);
                expect(running.filter((each) => each === owner).length).to.be.at.most(2);
                for (let n = 0; n < turns; n++) await turn();
                running.splice(running.indexOf(owner), 1);
                if (fails) throw new Error('failed');
              }),
            ),
          );
          const reasons = results.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
          expect(reasons).to.deep.equal(works.filter(([, , fails]) => fails).map(() => 'Error: failed'));
        },
      ),
      { numRuns: 100 },
    ));
});
