import type { FlowDefinition, FlowEdge } from '../../../contract/flows.ts';
import type { CompiledNode } from './checkNodes.ts';
import type { Problems } from './problems.ts';

export interface Graph {
  definition: FlowDefinition;
  nodes: ReadonlyMap<string, CompiledNode>;
  edgesFrom: ReadonlyMap<string, FlowEdge[]>;
  startNodeId: string;
}

/** Checks the flow as a whole. All edges must lead from and to existing nodes. */
export function checkGraph(graph: Graph, problems: Problems): void {
  checkReach(graph, problems);
  checkJoins(graph, problems);
  checkLoops(graph, problems);
}

function checkReach({ definition, nodes, edgesFrom, startNodeId }: Graph, problems: Problems): void {
  const reached = reachable([startNodeId], (id) => edgesFrom.get(id)!.map(({ to }) => to));
  const ends = [...nodes.values()].filter(({ type }) => type.type === 'end').map(({ node }) => node.id);
  const ending = reachable(ends, (id) => definition.edges.filter(({ to }) => to === id).map(({ from }) => from));
  for (const id of nodes.keys()) {
    if (!reached.has(id)) problems.add(`nodes.${id}`, 'unreachable', { node: id });
    else if (!ending.has(id)) problems.add(`nodes.${id}`, 'noWayToEnd', { node: id });
  }
}

function reachable(from: string[], next: (id: string) => string[]): Set<string> {
  const seen = new Set(from);
  for (const id of seen) for (const each of next(id)) seen.add(each); // also visits what is added meanwhile
  return seen;
}

/**
 * A join waits for the other branches of a parallel: a branch that reaches it with no open parallel would wait forever.
 * Walks every node at every depth of open parallels.
 */
function checkJoins({ nodes, edgesFrom, startNodeId }: Graph, problems: Problems): void {
  const typeOf = (id: string) => nodes.get(id)!.type.type;
  const deepest = [...nodes.keys()].filter((id) => typeOf(id) === 'parallel').length;
  const seen = new Set([`0 ${startNodeId}`]);
  for (const state of seen) {
    const [depthText, id] = state.split(' ') as [string, string];
    const depth = Number(depthText);
    const type = typeOf(id);
    if (type === 'join' && depth === 0) problems.add(`nodes.${id}`, 'joinAlone', { node: id });
    const left = type === 'parallel' ? Math.min(depth + 1, deepest) : type === 'join' ? Math.max(depth - 1, 0) : depth;
    for (const { to } of edgesFrom.get(id)!) seen.add(`${left} ${to}`);
  }
}

/**
 * A loop without a wait in it would never stop. A node that waits may fail before it waits, so its `on: error` edges
 * count as edges without a wait.
 */
function checkLoops({ nodes, edgesFrom }: Graph, problems: Problems): void {
  const restless = (id: string) =>
    edgesFrom
      .get(id)!
      .filter(({ on }) => !nodes.get(id)!.type.waits || on === 'error')
      .map(({ to }) => to);
  const loop = findLoop([...nodes.keys()], restless);
  if (loop) problems.add(`nodes.${loop[0]}`, 'restlessLoop', { path: [...loop, loop[0]].join(' → ') });
}

/**
 * Depth first, without recursion: a path may be 500 nodes long. Returns the nodes of one loop in order; null if there
 * is none.
 */
function findLoop(ids: string[], next: (id: string) => string[]): string[] | null {
  const done = new Set<string>();
  for (const root of ids) {
    const path: string[] = [];
    const ahead: { id: string; left: string[] }[] = [];
    const enter = (id: string) => ahead.push({ id: path[path.push(id) - 1]!, left: next(id) });
    if (!done.has(root)) enter(root);
    for (let top = ahead.at(-1); top; top = ahead.at(-1)) {
      const to = top.left.pop();
      if (to === undefined) {
        ahead.pop();
        done.add(path.pop()!);
      } else if (path.includes(to)) return path.slice(path.indexOf(to));
      else if (!done.has(to)) enter(to);
    }
  }
  return null;
}
