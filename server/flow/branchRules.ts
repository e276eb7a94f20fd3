import type { ExecutionError } from '../../contract/executions.ts';
import type { Summary } from '../../contract/summaries.ts';

/**
 * - `ready`: its node is visited next
 * - `started`: a visit that must not run twice is under way
 * - `waiting`: asleep until woken
 * - `forked`: continues when its children have joined
 * - `arrived`: a child that waits at a join for its siblings
 */
export type BranchState = 'ready' | 'started' | 'waiting' | 'forked' | 'arrived';

/** The cursor of one branch. The first is `0`; `0/1` and `0/2` are its children. */
export interface Branch {
  id: string;
  nodeId: string;
  state: BranchState;
  /** Of the visit under way; null before it begins. */
  visitKey: string | null;
  /** The type of its node, so that a woken branch resumes without loading the definition. */
  type: string;
  enteredAt: number;
  wakeAt?: number;
}

/** The result of a visit. */
export interface Step {
  visitKey: string;
  nodeId: string;
  status: 'completed' | 'failed' | 'cancelled';
  output: unknown;
  assigned: Record<string, unknown> | null;
  summary: Summary | null;
  error: ExecutionError | null;
  startedAt: number;
  endedAt: number;
}

export const ROOT = '0';

export function childIds(parentId: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${parentId}/${n + 1}`);
}

export function parentId(id: string): string | null {
  const slash = id.lastIndexOf('/');
  return slash === -1 ? null : id.slice(0, slash);
}

/** What happens to a forked branch after one of its children has ended or arrived. */
export type ForkState =
  | { kind: 'not_yet' }
  /** All remaining children wait at this join: the parent continues from it. */
  | { kind: 'joined'; nodeId: string }
  /** All children have ended, so the parent ends. */
  | { kind: 'ended' }
  /** Children wait at different joins, which none of their siblings can reach any more. */
  | { kind: 'scattered'; nodeIds: string[] };

export function forkStateOf(parent: string, branches: Iterable<Branch>): ForkState {
  const children = [...branches].filter((branch) => parentId(branch.id) === parent);
  if (children.length === 0) return { kind: 'ended' };
  if (children.some(({ state }) => state !== 'arrived')) return { kind: 'not_yet' };
  const nodeIds = [...new Set(children.map(({ nodeId }) => nodeId))];
  return nodeIds.length === 1 ? { kind: 'joined', nodeId: nodeIds[0]! } : { kind: 'scattered', nodeIds };
}

/** `review`, then `review.2`. */
export const visitKeyOf = (nodeId: string, visit: number): string => (visit === 1 ? nodeId : `${nodeId}.${visit}`);

/** How often each node was visited, visits under way included. */
export function countVisits(steps: Step[], branches: Iterable<Branch>): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (nodeId: string) => counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  const done = new Set(steps.map(({ visitKey }) => visitKey));
  for (const { nodeId } of steps) add(nodeId);
  for (const { nodeId, visitKey } of branches) if (visitKey !== null && !done.has(visitKey)) add(nodeId);
  return counts;
}

/** The execution's context: its start variables, then the output of every visit, in order. */
export function foldContext(variables: Record<string, unknown>, steps: Step[]): Record<string, unknown> {
  const context = { ...variables };
  for (const step of steps) addToContext(context, step);
  return context;
}

export function addToContext(context: Record<string, unknown>, { status, nodeId, output, assigned }: Step): void {
  if (status !== 'completed') return;
  context[nodeId] = output;
  Object.assign(context, assigned);
}

/**
 * The branches of a failed execution, ready for a retry: waits start over. A visit that must not run twice stays
 * `started`, because its outcome is unknown.
 */
export function toRetry(branches: Iterable<Branch>): Branch[] {
  return [...branches].map((branch) =>
    branch.state === 'waiting'
      ? {
          id: branch.id,
          nodeId: branch.nodeId,
          type: branch.type,
          state: 'ready',
          visitKey: null,
          enteredAt: branch.enteredAt,
        }
      : branch,
  );
}

/** The earliest time at which the clock wakes a branch; null if none. */
export function nextWakeAt(branches: Iterable<Branch>): number | null {
  const times = [...branches].flatMap(({ state, wakeAt }) =>
    state === 'waiting' && wakeAt !== undefined ? [wakeAt] : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}
