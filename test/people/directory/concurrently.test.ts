import { expect } from 'chai';
import { mapConcurrently } from '../../../server/people/directory/concurrently.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('mapConcurrently', () => {
  it('keeps the order and the bound', async () => {
    let running = 0;
    let most = 0;
    const items = Array.from({ length: 50 }, (_, index) => index);
    const results = await mapConcurrently(items, 8, async (item) => {
      most = Math.max(most, ++running);
      for (let turns = 0; turns < (item * 7) % 5; turns++) await turn();
      running--;
      return item * 2;
    });
    expect(results).to.deep.equal(items.map((item) => item * 2));
    expect(most).to.equal(8);
  });

  it('starts nothing more after an error', async () => {
    const started: number[] = [];
    const items = Array.from({ length: 50 }, (_, index) => index);
    const error = await mapConcurrently(items, 2, async (item) => {
      started.push(item);
      await turn();
      if (item === 3) throw new Error('three');
    }).catch((reason: Error) => reason.message);
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(error).to.equal('three');
    expect(started.length).to.be.at.most(6);
  });

  it('maps nothing to nothing', async () => {
    expect(await mapConcurrently([], 8, async () => 1)).to.deep.equal([]);
  });
});
