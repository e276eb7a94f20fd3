import { expect } from 'chai';
import fc from 'fast-check';
import {
  ROOT,
  childIds,
  countVisits,
  forkStateOf,
  foldContext,
  nextWakeAt,
  parentId,
  toRetry,
  visitKeyOf,
  type Branch,
  type BranchState,
  type Step,
} from '../../server/flow/branchRules.ts';

const branch = (id: string, state: BranchState, more: Partial<Branch> = {}): Branch => ({
  id,
  nodeId: 'n',
  type: 'set',
  state,
  visitKey: null,
  enteredAt: 1,
  ...more,
});

const step = (nodeId: string, more: Partial<Step> = {}): Step => ({
  visitKey: nodeId,
  nodeId,
  status: 'completed',
  output: null,
  assigned: null,
  summary: null,
  error: null,
  startedAt: 1,
  endedAt: 2,
  ...more,
});

describe('branch rules', () => {
  it('name children after their parent, and find the parent again', () => {
    const anyPath = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 });
    fc.assert(
      fc.property(anyPath, fc.integer({ min: 0, max: 20 }), (path, count) => {
        const parent = [ROOT, ...path].join('/');
        const children = childIds(parent, count);
        expect(new Set(children).size).to.equal(count);
        for (const child of children) expect(parentId(child)).to.equal(parent);
      }),
    );
    expect(parentId(ROOT)).to.equal(null);
    expect(childIds('0/1', 2)).to.deep.equal(['0/1/1', '0/1/2']);
  });

  describe('a family', () => {
    const arrived = (id: string, nodeId: string) => branch(id, 'arrived', { nodeId });
    const parent = branch('0', 'forked');

    it('has ended when no child is left', () => {
      expect(forkStateOf('0', [parent])).to.deep.equal({ kind: 'ended' });
      expect(forkStateOf('0', [parent, branch('0/1/1', 'ready'), branch('1/1', 'ready')])).to.deep.equal({
        kind: 'ended',
      });
    });

    for (const state of ['ready', 'started', 'waiting', 'forked'] as const)
      it(`is not finished while a child is ${state}`, () => {
        expect(forkStateOf('0', [parent, arrived('0/1', 'join'), branch('0/2', state)])).to.deep.equal({
          kind: 'not_yet',
        });
      });

    it('continues from the join where all remaining children are', () => {
      const children = [parent, arrived('0/1', 'join'), arrived('0/3', 'join')];
      expect(forkStateOf('0', children)).to.deep.equal({ kind: 'joined', nodeId: 'join' });
      expect(forkStateOf('0', new Set(children))).to.deep.equal({ kind: 'joined', nodeId: 'join' });
    });

    it('is scattered if they are at different joins', () => {
      const children = [arrived('0/1', 'left'), arrived('0/2', 'right'), arrived('0/3', 'left')];
      expect(forkStateOf('0', children)).to.deep.equal({ kind: 'scattered', nodeIds: ['left', 'right'] });
    });
  });

  it('count visits, including those in progress, each once', () => {
    const steps = [step('a'), step('b'), step('a', { visitKey: 'a.2' })];
    const branches = [
      branch('0/1', 'waiting', { nodeId: 'a', visitKey: 'a.3' }),
      branch('0/2', 'waiting', { nodeId: 'b', visitKey: 'b' }), // its step is stored, but its branch has not moved yet
      branch('0/3', 'ready', { nodeId: 'c' }),
    ];
    expect(countVisits(steps, branches)).to.deep.equal(
      new Map([
        ['a', 3],
        ['b', 1],
      ]),
    );
    expect([visitKeyOf('a', 1), visitKeyOf('a', 2)]).to.deep.equal(['a', 'a.2']);
  });

  it('merge start values and visit outputs, later ones over earlier ones', () => {
    const variables = { amount: 1, name: 'x' };
    const steps = [
      step('a', { output: { n: 1 }, assigned: { name: 'y', more: true } }),
      step('b', { status: 'failed', output: 'no', assigned: { amount: 99 } }),
      step('c', { status: 'cancelled', output: 'no' }),
      step('a', { visitKey: 'a.2', output: { n: 2 } }),
    ];
    expect(foldContext(variables, steps)).to.deep.equal({ amount: 1, name: 'y', more: true, a: { n: 2 } });
    expect(variables).to.deep.equal({ amount: 1, name: 'x' });
  });

  it('restart waiting branches, and leave the rest', () => {
    const forked = branch('0', 'forked');
    const ready = branch('0/1', 'ready', { visitKey: 'r' });
    const arrived = branch('0/2', 'arrived');
    const waiting = branch('0/3', 'waiting', { visitKey: 'w.2', wakeAt: 9, enteredAt: 5 });
    const started = branch('0/4', 'started', { visitKey: 's' });
    expect(toRetry([forked, ready, arrived, waiting, started])).to.deep.equal([
      forked,
      ready,
      arrived,
      branch('0/3', 'ready', { enteredAt: 5 }),
      started,
    ]);
  });

  it('wake at the earliest time that a waiting branch named', () => {
    const branches = [
      branch('0/1', 'waiting', { wakeAt: 30 }),
      branch('0/2', 'waiting', { wakeAt: 20 }),
      branch('0/3', 'waiting'),
      branch('0/4', 'ready', { wakeAt: 10 }),
    ];
    expect(nextWakeAt(branches)).to.equal(20);
    expect(nextWakeAt(branches.slice(2))).to.equal(null);
    expect(nextWakeAt([])).to.equal(null);
  });
});
