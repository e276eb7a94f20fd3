import { withoutTurns } from '../../../contract/cleanText.ts';

/** As much of a definition as can be drawn: what an author types is seldom whole. */
export interface Sketch {
  nodes: SketchNode[];
  edges: SketchEdge[];
}

export interface SketchNode {
  id: string;
  type: string;
  name: string;
}

export interface SketchEdge {
  /** Place in the definition, which the server names when the edge is wrong. */
  index: number;
  from: string;
  to: string;
  when?: string;
  on?: 'error' | 'timeout';
}

/** Reads what it can and leaves out the rest: nodes without an id, edges that lead nowhere. Never throws. */
export function sketchOf(definition: unknown): Sketch {
  const nodes = new Map<string, SketchNode>();
  for (const node of listIn(definition, 'nodes')) {
    const { id, type, name } = node;
    if (typeof id !== 'string' || id === '' || nodes.has(id)) continue;
    nodes.set(id, { id, type: wordIn(type) ?? '', name: withoutTurns(wordIn(name) ?? id) });
  }
  const edges = listIn(definition, 'edges').flatMap(({ from, to, when, on }, index): SketchEdge[] => {
    if (typeof from !== 'string' || typeof to !== 'string' || !nodes.has(from) || !nodes.has(to)) return [];
    return [{ index, from, to, when: wordIn(when), on: on === 'error' || on === 'timeout' ? on : undefined }];
  });
  return { nodes: [...nodes.values()], edges };
}

const wordIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The objects of a list by their place; an empty one where something else stands. Never throws. */
export function listIn(holder: unknown, name: string): Record<string, unknown>[] {
  const list: unknown = isRecord(holder) ? holder[name] : undefined;
  return Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? each : {})) : [];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
