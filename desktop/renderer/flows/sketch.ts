import { withoutTurns } from '../../../contract/cleanText.ts';

/** The drawable part of a definition, which is often incomplete while typed. */
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
  /** Its index in the definition, which the server names in faults. */
  index: number;
  from: string;
  to: string;
  when?: string;
  on?: 'error' | 'timeout';
}

/** Reads what it can and skips the rest: nodes without an id, edges without a target. Never throws. */
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

/** The items of a list by index; an empty object for anything that is not an object. Never throws. */
export function listIn(holder: unknown, name: string): Record<string, unknown>[] {
  const list: unknown = isRecord(holder) ? holder[name] : undefined;
  return Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? each : {})) : [];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
