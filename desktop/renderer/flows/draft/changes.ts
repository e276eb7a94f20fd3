import { isRecord } from '../sketch.ts';
import { edgesOf, nodesOf, type Draft, type Part } from './draft.ts';

/** What differs between two versions of a flow, step by step. */
export interface Change {
  kind: 'added' | 'removed' | 'changed';
  /** The name of the step after the change; null for a change of the flow itself, such as its name. */
  name: string | null;
}

/** The added, removed and changed steps; edges belong to the step they leave. */
export function changesBetween(before: Draft, after: Draft): Change[] {
  const [old, now] = [byId(before), byId(after)];
  const steps = [...now].flatMap(([id, node]): Change[] => {
    const was = old.get(id);
    if (!was) return [{ kind: 'added', name: nameOf(node) }];
    const isSame = sameJson([was, waysFrom(before, id)], [node, waysFrom(after, id)]);
    return isSame ? [] : [{ kind: 'changed', name: nameOf(node) }];
  });
  const gone = [...old].flatMap(([id, node]): Change[] =>
    now.has(id) ? [] : [{ kind: 'removed', name: nameOf(node) }],
  );
  const isRenamed = !sameJson(aboutOf(before), aboutOf(after));
  return [...(isRenamed ? [{ kind: 'changed' as const, name: null }] : []), ...steps, ...gone];
}

const byId = (draft: Draft): Map<string, Part> =>
  new Map(
    nodesOf(draft).flatMap((node): [string, Part][] => (typeof node['id'] === 'string' ? [[node['id'], node]] : [])),
  );

const waysFrom = (draft: Draft, id: string): readonly Part[] => edgesOf(draft).filter(({ from }) => from === id);

const nameOf = ({ id, name }: Part): string => (typeof name === 'string' && name !== '' ? name : String(id));

const aboutOf = ({ nodes: _nodes, edges: _edges, ...about }: Draft): Draft => about;

/** Ignores the order of keys. */
const sameJson = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/**
 * The path of the single text or number in which two values differ, such as `options.1.label`: the author is typing
 * there. Null for any other difference. An emptied field may be absent.
 */
export function typedAt(before: unknown, after: unknown): string | null {
  const places = differences(before, after, []);
  const [place, ...more] = places;
  return place && more.length === 0 && place.isTyped ? place.path.join('.') : null;
}

interface Difference {
  path: readonly string[];
  isTyped: boolean;
}

function differences(before: unknown, after: unknown, path: readonly string[]): Difference[] {
  if (before === after) return [];
  const isList = Array.isArray(before) && Array.isArray(after);
  if ((isList && before.length !== after.length) || !isRecord(before) || !isRecord(after))
    return [{ path, isTyped: path.length > 0 && isTextOrNumber(before) && isTextOrNumber(after) }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => differences(before[name], after[name], [...path, name]));
}

const isTextOrNumber = (value: unknown): boolean =>
  value === undefined || typeof value === 'string' || typeof value === 'number';
