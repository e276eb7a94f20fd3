import type { FlowDefinition, FlowEdge, FlowNode } from '../../contract/flows.ts';
import { NEXT_LIMITS, type NextPlace, type NextStep } from '../../contract/nextSteps.ts';
import { holdsFor, looksAt, type SeenAnswer } from './answerConditions.ts';

/** A field with exactly one chosen option. */
export interface ChosenField {
  name: string;
  /** Below the names of the answer. */
  path: readonly string[];
  values: readonly string[];
}

/** The fields of a question that can decide the next edge. */
export interface Answerable {
  nodeId: string;
  /** The names of its answer in the context. */
  names: readonly string[];
  fields: readonly ChosenField[];
}

type Drawn = Pick<FlowDefinition, 'nodes' | 'edges'>;

/** Where an answer leads. */
interface Way {
  places: NextPlace[];
  dependsOn?: 'answers' | 'data';
}

/** The possible steps after a question: by answer where the answer decides, and what else they depend on. */
export function nextSteps({ nodes, edges }: Drawn, answerable: Answerable): NextStep[] {
  const { nodeId, names, fields } = answerable;
  const leaving = edges.filter(({ from }) => from === nodeId);
  if (leaving.length === 0) return [];
  const onward = leaving.filter(({ on }) => on === undefined);
  const placeOf = placesIn(nodes);
  const wayFor = (known: SeenAnswer['known']) => wayOf(onward, { names, known }, placeOf);
  const field = fields.find(({ path }) => onward.some(({ when }) => when !== undefined && looksAt(when, names, path)));
  const steps = field && stepsBy(field, wayFor);
  const late = leaving.find(({ on }) => on === 'timeout') ?? leaving.find(({ on }) => on === 'error');
  const timeout: NextStep = { when: { kind: 'timeout' }, places: [late ? placeOf(late) : { kind: 'failure' }] };
  return [...(steps ?? [{ when: { kind: 'always' } as const, ...wayFor(null) }]), timeout];
}

function placesIn(nodes: readonly FlowNode[]): (edge: FlowEdge) => NextPlace {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return ({ to }) => {
    const node = byId.get(to);
    return node?.type === 'end' ? { kind: 'end' } : { kind: 'node', name: short(node?.name ?? to) };
  };
}

const short = (name: string): string => {
  const letters = [...name];
  return letters.length <= NEXT_LIMITS.name ? name : `${letters.slice(0, NEXT_LIMITS.name - 1).join('')}…`;
};

/** Edges are tried in order; one with an unknown condition leaves the later ones possible. */
function wayOf(edges: readonly FlowEdge[], answer: SeenAnswer, placeOf: (edge: FlowEdge) => NextPlace): Way {
  const places: NextPlace[] = [];
  let dependsOn: Way['dependsOn'];
  let isDecided = false;
  for (const edge of edges) {
    const held = edge.when === undefined || isDecided ? false : holdsFor(edge.when, answer);
    if (held !== false) places.push(placeOf(edge));
    if (held === true) isDecided = true;
    else if (held !== false) dependsOn = dependsOn === 'data' ? 'data' : held;
  }
  const otherwise = edges.find(({ when }) => when === undefined);
  if (!isDecided) places.push(otherwise ? placeOf(otherwise) : { kind: 'failure' });
  const distinct = firstOfEach(places).slice(0, NEXT_LIMITS.places);
  return { places: distinct, ...(distinct.length > 1 && dependsOn && { dependsOn }) };
}

const firstOfEach = (places: readonly NextPlace[]): NextPlace[] => [
  ...new Map(places.map((place) => [JSON.stringify(place), place])).values(),
];

/** Null if the list would be too long to read. */
function stepsBy({ name, path, values }: ChosenField, wayFor: (known: SeenAnswer['known']) => Way): NextStep[] | null {
  const groups = new Map<string, { values: string[]; way: Way }>();
  for (const value of values) {
    const way = wayFor({ path, value });
    const key = JSON.stringify(way);
    groups.set(key, { values: [...(groups.get(key)?.values ?? []), value], way });
  }
  if (groups.size > NEXT_LIMITS.steps - 1) return null;
  const many = [...groups.values()].filter((group) => group.values.length > NEXT_LIMITS.values);
  if (groups.size === 1) return [...groups.values()].map(({ way }) => ({ when: { kind: 'always' }, ...way }));
  if (many.length > 1) return null;
  const few = [...groups.values()].filter((group) => !many.includes(group));
  return [
    ...few.map((group) => ({ when: { kind: 'answer' as const, field: name, values: group.values }, ...group.way })),
    ...many.map(({ way }) => ({ when: { kind: 'otherwise' as const }, ...way })),
  ];
}
