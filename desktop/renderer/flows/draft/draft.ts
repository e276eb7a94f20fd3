import { isRecord, listIn } from '../sketch.ts';

/**
 * A definition being edited. Unknown and invalid parts are preserved. Operations return a new draft and leave the old
 * one unchanged; untouched parts stay the same objects.
 */
export type Draft = Readonly<Record<string, unknown>>;
export type Part = Readonly<Record<string, unknown>>;

export interface NewNode {
  type: string;
  name: string;
  config?: Part;
}

/** A draft after an operation, and the node to select next. */
export interface Changed {
  draft: Draft;
  nodeId: string | null;
}

export const nodesOf = (draft: Draft): readonly Part[] => listIn(draft, 'nodes');
export const edgesOf = (draft: Draft): readonly Part[] => listIn(draft, 'edges');

/** The first node with this id. */
export const nodeOf = (draft: Draft, id: string): Part | undefined => nodesOf(draft).find((node) => node['id'] === id);

const idOf = ({ id }: Part): string => (typeof id === 'string' ? id : '');

/** Whether an edge is unconditional: neither a condition nor a failure to follow. */
export const isPlain = ({ when, on }: Part): boolean => when === undefined && on === undefined;

const withParts = (draft: Draft, nodes: readonly Part[], edges: readonly Part[]): Draft => ({
  ...draft,
  nodes: [...nodes],
  edges: [...edges],
});

const withEdges = (draft: Draft, edges: readonly Part[]): Draft => ({ ...draft, edges: [...edges] });

/** An unused id, from the name of the type: `human`, then `human2`. */
export function freeId(draft: Draft, type: string): string {
  const taken = new Set(nodesOf(draft).map(idOf));
  const stem = type.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? '');
  const first = /^[A-Za-z]/.test(stem) ? stem.slice(0, 50) : 'node';
  return firstFree(taken, (number) => (number === 1 ? first : `${first}${number}`));
}

/** The first of the numbered names, from 1, that is not taken. */
export function firstFree(taken: ReadonlySet<unknown>, numbered: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const each = numbered(number);
    if (!taken.has(each)) return each;
  }
}

/** Two new nodes of one type have different names, because lists show nothing else of them. */
function made(draft: Draft, { type, name, config = {} }: NewNode): Part & { id: string } {
  const taken = new Set(nodesOf(draft).map((node) => node['name']));
  const ownName = firstFree(taken, (number) => (number === 1 ? name : `${name} ${number}`));
  return { id: freeId(draft, type), type, name: ownName, config };
}

/** Inserts the new node after its predecessor, so that the text reads in flow order. */
function nodesWith(draft: Draft, node: Part, after: string): Part[] {
  const nodes = [...nodesOf(draft)];
  const place = nodes.findIndex((each) => idOf(each) === after);
  nodes.splice(place < 0 ? nodes.length : place + 1, 0, node);
  return nodes;
}

/** Inserts a node after another one; it takes over the unconditional edge, if there is one. */
export function insertAfter(draft: Draft, after: string, given: NewNode): Changed {
  const edges = edgesOf(draft);
  const way = edges.findIndex((edge) => edge['from'] === after && isPlain(edge));
  const isFork = nodeOf(draft, after)?.['type'] === 'parallel';
  if (way >= 0 && !isFork) return insertOnEdge(draft, way, given);
  const node = made(draft, given);
  const ends = endsIn(draft, node);
  const more: Part[] = nodeOf(draft, after)?.['type'] === 'end' ? [] : [{ from: after, to: node.id }];
  return { draft: withParts(draft, nodesWith(draft, node, after), [...edges, ...more, ...ends]), nodeId: node.id };
}

/** The target of a new branch: where its siblings join, otherwise an end, so that it is not a dead end. */
function endsIn(draft: Draft, { id, type }: Part): Part[] {
  if (type === 'end') return [];
  const end = nodesOf(draft).find((node) => node['type'] === 'end');
  return end ? [{ from: id, to: idOf(end) }] : [];
}

/** Inserts a node into an edge; the edge's condition stays on the first half. */
export function insertOnEdge(draft: Draft, index: number, given: NewNode): Changed {
  const edges = [...edgesOf(draft)];
  const edge = edges[index];
  if (!edge || typeof edge['from'] !== 'string' || typeof edge['to'] !== 'string') return { draft, nodeId: null };
  const node = made(draft, given);
  edges[index] = { ...edge, to: node.id };
  if (given.type !== 'end') edges.splice(index + 1, 0, { from: node.id, to: edge['to'] });
  return { draft: withParts(draft, nodesWith(draft, node, edge['from']), edges), nodeId: node.id };
}

/** Why two nodes cannot be connected, or null. */
export function refusalToConnect(draft: Draft, from: string, to: string): 'end' | 'start' | 'twice' | null {
  if (nodeOf(draft, from)?.['type'] === 'end') return 'end';
  if (nodeOf(draft, to)?.['type'] === 'start') return 'start';
  const isThere = edgesOf(draft).some((edge) => edge['from'] === from && edge['to'] === to && isPlain(edge));
  return isThere ? 'twice' : null;
}

/** Adds an edge. If the first node already has an unconditional edge, the author must add a condition to this one. */
export function connect(draft: Draft, from: string, to: string): Draft {
  const isKnown = nodeOf(draft, from) !== undefined && nodeOf(draft, to) !== undefined;
  if (!isKnown || refusalToConnect(draft, from, to) !== null) return draft;
  const edges = [...edgesOf(draft)];
  edges.splice(edges.findLastIndex((edge) => edge['from'] === from) + 1 || edges.length, 0, { from, to });
  return withEdges(draft, edges);
}

/** Removes an edge. */
export const disconnect = (draft: Draft, index: number): Draft =>
  edgesOf(draft)[index]
    ? withEdges(
        draft,
        edgesOf(draft).filter((_edge, n) => n !== index),
      )
    : draft;

/** Changes target or condition of an edge; its other fields stay. */
export function setEdge(draft: Draft, index: number, change: { to?: string; when?: string; on?: string }): Draft {
  const before = edgesOf(draft)[index];
  if (!before) return draft;
  const { when: _when, on: _on, ...rest } = before;
  const { to = before['to'], when, on } = change;
  const kept = Object.fromEntries(Object.entries({ ...rest, to, when, on }).filter(([, value]) => value !== undefined));
  return withEdges(
    draft,
    edgesOf(draft).map((edge, n) => (n === index ? kept : edge)),
  );
}

/** Edges are evaluated in order: swaps one with its neighbour of the same node. @param step -1 or 1 */
export function moveEdge(draft: Draft, index: number, step: -1 | 1): Draft {
  const edges = [...edgesOf(draft)];
  const from = edges[index]?.['from'];
  const siblings = edges.flatMap((edge, n) => (edge['from'] === from ? [n] : []));
  const other = siblings[siblings.indexOf(index) + step];
  if (other === undefined) return draft;
  [edges[index], edges[other]] = [edges[other]!, edges[index]!];
  return withEdges(draft, edges);
}

/**
 * Removes a node and reconnects the flow: edges to it lead to the target of its unconditional edge. The start and the
 * last end cannot be removed.
 */
export function remove(draft: Draft, id: string): Changed {
  const node = nodeOf(draft, id);
  if (!node || !mayRemove(draft, id)) return { draft, nodeId: id };
  const edges = edgesOf(draft);
  const onward =
    edges.find((edge) => edge['from'] === id && isPlain(edge)) ?? edges.find((edge) => edge['from'] === id);
  const next = onward && onward['to'] !== id ? onward['to'] : undefined;
  const before = edges.find((edge) => edge['to'] === id && edge['from'] !== id)?.['from'];
  const healed = edges.flatMap((edge): Part[] => {
    if (edge['from'] === id) return [];
    if (edge['to'] !== id) return [edge];
    return next === undefined || next === edge['from'] ? [] : [{ ...edge, to: next }];
  });
  const nodes = nodesOf(draft).filter((each) => idOf(each) !== id);
  const goOn = typeof before === 'string' ? before : typeof next === 'string' ? next : null;
  return { draft: withParts(draft, nodes, withoutTwins(healed)), nodeId: goOn };
}

/** Removes duplicate edges that reconnecting created. */
const withoutTwins = (edges: readonly Part[]): Part[] =>
  edges.filter(
    ({ from, to, when, on }, n) =>
      edges.findIndex(
        (each) => each['from'] === from && each['to'] === to && each['when'] === when && each['on'] === on,
      ) === n,
  );

/** Whether a node may be removed: a flow keeps its start and one end. */
export function mayRemove(draft: Draft, id: string): boolean {
  const type = nodeOf(draft, id)?.['type'];
  if (type === 'start') return false;
  return type !== 'end' || nodesOf(draft).filter((node) => node['type'] === 'end').length > 1;
}

const changeNode = (draft: Draft, id: string, change: (node: Part) => Part): Draft => ({
  ...draft,
  nodes: nodesOf(draft).map((node) => (idOf(node) === id ? change(node) : node)),
});

/** Sets a node's name; a node without one is shown by its id. */
export const setName = (draft: Draft, id: string, name: string): Draft =>
  changeNode(draft, id, ({ name: _name, ...node }) =>
    name === '' ? node : 'config' in node ? { ...beforeConfig(node, { name }) } : { ...node, name },
  );

/** Puts a name before the config, where readers expect it. */
function beforeConfig({ config, ...node }: Part, more: Part): Part {
  return { ...node, ...more, config };
}

export const setConfig = (draft: Draft, id: string, config: unknown): Draft =>
  changeNode(draft, id, (node) => ({ ...node, config }));

/** The config of a node, or an empty object if it is not one. */
export function configOf(draft: Draft, id: string): Part {
  const config = nodeOf(draft, id)?.['config'];
  return isRecord(config) && !Array.isArray(config) ? config : {};
}

/** The names of the flow and of its executions. */
export interface About {
  id?: string;
  name?: string;
  description?: string;
  /** Any value; undefined: absent. */
  title?: unknown;
}

/** Sets these on the flow. Removes an empty description and an undefined title. */
export function setAbout(draft: Draft, about: About): Draft {
  const isNothing = (name: string, value: unknown) => value === undefined || (name === 'description' && value === '');
  return Object.fromEntries(Object.entries({ ...draft, ...about }).filter(([name, value]) => !isNothing(name, value)));
}
