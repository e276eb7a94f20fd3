import type { FlowEdge } from '../../contract/flows.ts';
import { childIds, familyOf, parentId, type Branch } from './branchRules.ts';

/** What an arrival or an end means for the branch that was forked. */
export type Met =
  /** Siblings are still under way, or the last branch has ended. */
  | { kind: 'nothing' }
  /** The children have met: their parent stands at the join now. */
  | { kind: 'joined'; parent: Branch }
  /** The children stand at different joins, and nobody can come after them. */
  | { kind: 'scattered'; parent: Branch; nodeIds: string[] };

interface Parts {
  typeOf(nodeId: string): string;
  now(): number;
}

/** How the branches of one execution move, part and meet. */
export class Branches {
  constructor(
    private readonly byId: Map<string, Branch>,
    private readonly parts: Parts,
  ) {}

  moveTo(branch: Branch, nodeId: string): Branch {
    const [type, enteredAt] = [this.parts.typeOf(nodeId), this.parts.now()];
    return Object.assign(branch, { nodeId, type, state: 'ready', visitKey: null, enteredAt, wakeAt: undefined });
  }

  /** @returns the children, one for each edge; all of them are there before the first moves */
  fork(branch: Branch, edges: readonly Pick<FlowEdge, 'to'>[]): Branch[] {
    Object.assign(branch, { state: 'forked', visitKey: null });
    return childIds(branch.id, edges.length).map((id, n) => {
      const child = this.moveTo({ ...branch, id }, edges[n]!.to);
      this.byId.set(id, child);
      return child;
    });
  }

  /** A branch has come to a join. */
  arrive(branch: Branch): Met {
    Object.assign(branch, { state: 'arrived', visitKey: null });
    return this.settle(parentId(branch.id));
  }

  /** A branch has ended, and with the last of its children the parent has. */
  end(branch: Branch): Met {
    this.byId.delete(branch.id);
    return this.settle(parentId(branch.id));
  }

  private settle(id: string | null): Met {
    if (id === null) return { kind: 'nothing' };
    const family = familyOf(id, this.byId.values());
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
