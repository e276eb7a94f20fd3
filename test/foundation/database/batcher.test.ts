import { expect } from 'chai';
import fc from 'fast-check';
import { createBatcher } from '../../../server/foundation/database/batcher.ts';
import { BusyError, CommitFailedError, UnitTimeoutError } from '../../../server/foundation/database/unitOfWork.ts';

/** A batcher that doubles numbers and records its batches. */
function doubling(settings: Partial<Parameters<typeof createBatcher<number, number>>[0]> = {}) {
  const batches: number[][] = [];
  const perform = async (items: number[]) => {
    batches.push(items);
    return items.map((item) => item * 2);
  };
  return { batches, batcher: createBatcher<number, number>({ perform, ...settings }) };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('batcher', () => {
  it('gathers what comes together, as many as fit', async () => {
    const { batches, batcher } = doubling({ maxItems: 4 });
    expect(await Promise.all(upTo(7).map(batcher.add))).to.deep.equal([0, 2, 4, 6, 8, 10, 12]);
    expect(batches).to.deep.equal([
      [0, 1, 2, 3],
      [4, 5, 6],
    ]);
    expect(await batcher.add(50)).to.equal(100);
  });

  it('gathers those whose calls Node reads one after the other, in one turn of its event loop', async () => {
    const { batches, batcher } = doubling();
    const callers = upTo(5).map(
      (n) =>
        new Promise<number>((resolve) => {
          setImmediate(() => void batcher.add(n).then(resolve)); // each with its microtasks, like a read socket
        }),
    );
    expect(await Promise.all(callers)).to.deep.equal([0, 2, 4, 6, 8]);
    expect(batches).to.deep.equal([[0, 1, 2, 3, 4]]);
  });

  it('gathers what comes while a batch is performed', async () => {
    const batches: number[][] = [];
    const later: Promise<number>[] = [];
    const batcher = createBatcher<number, number>({
      async perform(items) {
        batches.push(items);
        if (batches.length === 1) later.push(...[1, 2, 3].map(batcher.add));
        return items;
      },
    });
    expect(await batcher.add(0)).to.equal(0);
    expect(await Promise.all(later)).to.deep.equal([1, 2, 3]);
    expect(batches).to.deep.equal([[0], [1, 2, 3]]);
  });

  it('includes items that come while the batch waits for its turn', async () => {
    let letBegin = () => {};
    const turn = new Promise<void>((resolve) => (letBegin = resolve));
    const within = async (work: (unit: void) => Promise<number[]>) => turn.then(() => work());
    const { batches, batcher } = doubling({ within });
    const results = Promise.all(upTo(5).map(batcher.add));
    letBegin();
    expect(await results).to.deep.equal([0, 2, 4, 6, 8]);
    expect(batches).to.deep.equal([[0, 1, 2, 3, 4]]);
  });

  it('keeps its items when the work is run again', async () => {
    const within = async (work: (unit: void) => Promise<number[]>) => work().then(() => work());
    const { batches, batcher } = doubling({ within });
    await Promise.all(upTo(3).map(batcher.add));
    expect(batches).to.deep.equal([
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it('notifies only the items of a batch whose work never started', async () => {
    const within = () => Promise.reject(new BusyError());
    const { batches, batcher } = doubling({ within, maxItems: 2 });
    const outcomes = await Promise.allSettled(upTo(5).map(batcher.add));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(5).fill('rejected'));
    expect(batches).to.deep.equal([]);
  });

  it('counts an item by its size, and sends one that is larger than a batch alone', async () => {
    const { batches, batcher } = doubling({ maxItems: 10, sizeOf: (item) => item });
    await Promise.all([1, 5, 5, 1, 99, 2, 3].map(batcher.add));
    expect(batches).to.deep.equal([[1, 5], [5, 1], [99], [2, 3]]);
  });

  it('gives each item its own result, whatever is wrong with others', async () => {
    const anyBatch = fc.array(fc.boolean(), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(anyBatch, fc.integer({ min: 1, max: 40 }), async (isBad, maxItems) => {
        const stored: number[] = [];
        const perform = async (items: number[]) => {
          if (items.some((item) => isBad[item])) throw new Error('a bad item');
          stored.push(...items);
          return items;
        };
        const batcher = createBatcher({ perform, maxItems });
        const outcomes = await Promise.allSettled(isBad.map((_, n) => batcher.add(n)));
        expect(outcomes.map(({ status }) => status === 'rejected')).to.deep.equal(isBad);
        expect(stored).to.deep.equal(upTo(isBad.length).filter((n) => !isBad[n]));
      }),
    );
  });

  it('finds one bad item among 256 with 16 more tries', async () => {
    let tries = 0;
    const perform = async (items: number[]) => {
      tries++;
      if (items.includes(77)) throw new Error('bad');
      return items;
    };
    const batcher = createBatcher({ perform });
    await Promise.allSettled(upTo(256).map(batcher.add));
    expect(tries).to.equal(1 + 16);
  });

  it('tells everybody once of an outage, and retries nothing', async () => {
    const outages = [
      new UnitTimeoutError(),
      new CommitFailedError('', { cause: new Error('Connection terminated') }),
      Object.assign(new Error(), { code: 'SQLITE_FULL' }),
      Object.assign(new Error(), { code: '57P01' }),
    ];
    for (const outage of outages) {
      let tries = 0;
      const perform = () => {
        tries++;
        return Promise.reject(outage);
      };
      const batcher = createBatcher<number, number>({ perform });
      const outcomes = await Promise.allSettled(upTo(50).map(batcher.add));
      for (const outcome of outcomes) expect(outcome).to.deep.equal({ status: 'rejected', reason: outage });
      expect(tries).to.equal(1);
    }
  });

  it('refuses what would wait too long', async () => {
    const { batcher } = doubling({ maxWaiting: 3 });
    const crowd = await Promise.allSettled(upTo(10).map(batcher.add));
    const refused = crowd.filter((each) => each.status === 'rejected' && each.reason instanceof BusyError);
    expect(refused).to.have.length(7);
  });
});
