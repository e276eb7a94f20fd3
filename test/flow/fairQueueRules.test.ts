import { expect } from 'chai';
import fc from 'fast-check';
import { createFairQueue, type Turn } from '../../server/flow/fairQueueRules.ts';

interface Job extends Turn {
  n: number;
}

const turn = fc.record({ author: fc.constantFrom('ada', 'bob', 'cy'), execution: fc.constantFrom('x', 'y', 'z') });
type Action = Turn | 'next' | { remove: number };
const actions = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: turn },
    { weight: 2, arbitrary: fc.constant('next' as const) },
    { weight: 1, arbitrary: fc.record({ remove: fc.nat(60) }) },
  ),
  { maxLength: 120 },
);

/** Applies all actions to a queue, then empties it; returns the waiting jobs and the taken job of each turn. */
function play(given: Action[]) {
  const queue = createFairQueue<Job>();
  const added: Job[] = [];
  const removed: Job[] = [];
  const turns: { waiting: Job[]; taken: Job }[] = [];
  let waiting: Job[] = [];
  const without = (job: Job) => waiting.filter((each) => each !== job);
  const next = () => {
    const taken = queue.next();
    expect(taken === null).to.equal(waiting.length === 0);
    if (!taken) return false;
    turns.push({ waiting, taken });
    waiting = without(taken);
    return true;
  };
  for (const action of given) {
    if (action === 'next') next();
    else if ('remove' in action) {
      const job = added[action.remove];
      if (!job) continue;
      expect(queue.remove(job)).to.equal(waiting.includes(job));
      if (waiting.includes(job)) removed.push(job);
      waiting = without(job);
    } else {
      const job = { ...action, n: added.length };
      added.push(job);
      waiting = [...waiting, job];
      queue.add(job);
    }
    expect(queue.size).to.equal(waiting.length);
  }
  while (next());
  return { added, removed, turns };
}

/**
 * Nobody has a second turn while another who was waiting at the first, without a break, has had none. Removing a job
 * and adding another restarts the wait.
 */
function expectRounds(turns: { waiting: Job[]; taken: Job }[], nameOf: (job: Job) => string): void {
  const since = new Map<string, Job[]>();
  for (const { waiting, taken } of turns) {
    const own = nameOf(taken);
    const owed = (since.get(own) ?? []).filter((job) => waiting.includes(job));
    expect(owed).to.deep.equal([]);
    const others = (jobs: Job[]) => jobs.filter((job) => nameOf(job) !== own);
    for (const [name, jobs] of since) since.set(name, others(jobs));
    since.set(own, others(waiting));
  }
}

describe('The fair queue', () => {
  it('gives every job one turn, except removed ones, and no job two', () =>
    fc.assert(
      fc.property(actions, (given) => {
        const { added, removed, turns } = play(given);
        const seen = [...turns.map(({ taken }) => taken), ...removed].map(({ n }) => n);
        expect(seen.sort((a, b) => a - b)).to.deep.equal(added.map(({ n }) => n));
      }),
    ));

  it('keeps the order of the jobs of an execution', () =>
    fc.assert(
      fc.property(actions, (given) => {
        for (const { waiting, taken } of play(given).turns) {
          const before = waiting.filter(
            ({ author, execution, n }) => author === taken.author && execution === taken.execution && n < taken.n,
          );
          expect(before).to.deep.equal([]);
        }
      }),
    ));

  it('gives no author a second turn before everybody waiting has had one', () =>
    fc.assert(fc.property(actions, (given) => expectRounds(play(given).turns, ({ author }) => author))));

  it("gives no execution of an author a second turn before the author's others have had one", () =>
    fc.assert(
      fc.property(actions, fc.constantFrom('ada', 'bob', 'cy'), (given, author) => {
        const isOwn = (job: Job) => job.author === author;
        const own = play(given).turns.filter(({ taken }) => isOwn(taken));
        const turns = own.map(({ waiting, taken }) => ({ waiting: waiting.filter(isOwn), taken }));
        expectRounds(turns, ({ execution }) => execution);
      }),
    ));

  it('knows that a job does not wait if it never did, or has had its turn', () => {
    const queue = createFairQueue<Job>();
    const jobOf = (n: number): Job => ({ author: 'ada', execution: 'x', n });
    const [first, second] = [jobOf(1), jobOf(2)];
    expect(queue.remove(first)).to.equal(false);
    queue.add(first);
    queue.add(second);
    expect(queue.remove({ author: 'ada', execution: 'y', n: 3 })).to.equal(false);
    expect(queue.next()).to.equal(first);
    expect([queue.remove(first), queue.size]).to.deep.equal([false, 1]);
    expect([queue.remove(second), queue.size]).to.deep.equal([true, 0]);
  });

  it('lets one expression overtake ten thousand of somebody else', () => {
    const queue = createFairQueue<Job>();
    for (let n = 0; n < 10_000; n++) queue.add({ author: 'mallory', execution: `x${n % 100}`, n });
    queue.next();
    queue.add({ author: 'ada', execution: 'one', n: 10_000 });
    const turns = [queue.next(), queue.next()].map((job) => job?.author);
    expect(turns).to.deep.equal(['mallory', 'ada']);
  });
});
