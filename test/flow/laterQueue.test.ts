import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLaterQueue } from '../../server/flow/laterQueue.ts';

/** Ends work that a test has left running, because a timer watches its slot. */
let endAll = () => {};

/** A queue whose work ends on command. */
function queueOf(settings: { places?: number; placeMs?: number; room?: number } = {}) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = createLaterQueue<string>({
    places: 2,
    placeMs: 60_000,
    room: 3,
    ...settings,
    begin(id) {
      begun.push(id);
      return new Promise((resolve) => ends.set(id, resolve));
    },
  });
  endAll = () => {
    queue.clear();
    for (const end of ends.values()) end();
  };
  const add = (...ids: string[]) => ids.map((id) => queue.add(id, id));
  const end = async (id: string) => {
    ends.get(id)!();
    await sleep(1);
  };
  return { queue, begun, add, end };
}

describe('a queue for deferrable work', () => {
  afterEach(() => endAll());

  it('starts as many as it has slots, and the next as one finishes, in order', async () => {
    const { begun, add, end } = queueOf();
    add('a', 'b', 'c', 'd');
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b');
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    await end('a');
    expect(begun).to.deep.equal(['a', 'b', 'c', 'd']);
  });

  it('holds each waiting item once, up to its limit', () => {
    const { queue, add } = queueOf();
    expect(add('a', 'b', 'c', 'd', 'e', 'c', 'f')).to.deep.equal([true, true, true, true, true, true, false]);
    expect(['a', 'c', 'f'].map((id) => queue.has(id))).to.deep.equal([false, true, false]);
    expect(queue.clear()).to.deep.equal(['c', 'd', 'e']);
  });

  it('drops what somebody else takes first', async () => {
    const { queue, begun, add, end } = queueOf({ places: 1 });
    add('a', 'b', 'c');
    expect([queue.remove('b'), queue.remove('b'), queue.remove('a')]).to.deep.equal([true, false, false]);
    await end('a');
    expect(begun).to.deep.equal(['a', 'c']);
  });

  it('gives the slot of a slow one to the next', async () => {
    const { begun, add, end } = queueOf({ places: 1, placeMs: 5 });
    add('slow', 'next');
    await sleep(30);
    expect(begun).to.deep.equal(['slow', 'next']);
    await end('slow');
    add('third');
    await sleep(30);
    expect(begun).to.deep.equal(['slow', 'next', 'third']);
  });
});
