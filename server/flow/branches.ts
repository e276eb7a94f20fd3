import type { FlowEdge } from '../../contract/flows.ts';
import { childIds, forkStateOf, parentId, type Branch } from './branchRules.ts';

/** What follows for the forked branch when a child arrives at a join or ends. */
export type ForkOutcome =
  /** Other children are still running, or the last branch of all has ended. */
  | { kind: 'nothing' }
  /** All children have arrived: the parent is now at the join. */
  | { kind: 'joined'; parent: Branch }
  /** The children are at different joins, and no others can arrive. */
  | { kind: 'scattered'; parent: Branch; nodeIds: string[] };

interface Parts {
  typeOf(nodeId: string): string;
  now(): number;
}

/** Moves, forks and joins the branches of one execution. */
export class Branches {
  constructor(
    private readonly byId: Map<string, Branch>,
    private readonly parts: Parts,
  ) {}

  moveTo(branch: Branch, nodeId: string): Branch {
    const [type, enteredAt] = [this.parts.typeOf(nodeId), this.parts.now()];
    return Object.assign(branch, { nodeId, type, state: 'ready', visitKey: null, enteredAt, wakeAt: undefined });
  }

  /** @returns the children, one per edge. All of them exist before the first one moves: else it could join alone. */
  fork(branch: Branch, edges: readonly Pick<FlowEdge, 'to'>[]): Branch[] {
    Object.assign(branch, { state: 'forked', visitKey: null });
    return childIds(branch.id, edges.length).map((id, n) => {
      const child = this.moveTo({ ...branch, id }, edges[n]!.to);
      this.byId.set(id, child);
      return child;
    });
  }

  /** A branch has arrived at a join. */
  arrive(branch: Branch): ForkOutcome {
    Object.assign(branch, { state: 'arrived', visitKey: null });
    return this.settle(parentId(branch.id));
  }

  /** A branch has ended. A parent ends with the last of its children. */
  end(branch: Branch): ForkOutcome {
    this.byId.delete(branch.id);
    return this.settle(parentId(branch.id));
  }

  /** The children of a forked branch after a claim: that they are scattered may not have been stored as a failure. */
  childrenOf(branch: Branch): ForkOutcome {
    return this.settle(branch.id);
  }

  private settle(id: string | null): ForkOutcome {
    if (id === null) return { kind: 'nothing' };
    const family = forkStateOf(id, this.byId.values());
    const parent = this.byId.get(id)!;
    switch (family.kind) {
      case 'not_yet':
        return { kind: 'nothing' };
      case 'scattered':
        return { ...family, parent };
      case 'ended':
        return this.end(parent);
      case 'joined':
        for (const child of [...this.byId.keys()]) if (parentId(child) === id) this.byId.delete(child);
        return { kind: 'joined', parent: this.moveTo(parent, family.nodeId) };
    }
  }
}
