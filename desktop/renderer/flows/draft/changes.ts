import { edgesOf, nodesOf, type Draft, type Part } from './draft.ts';

/** What differs between two versions of a flow, step by step. */
export interface Change {
  kind: 'added' | 'removed' | 'changed';
  /** The step as it is called afterwards; null for the flow itself, its name for one. */
  name: string | null;
}

/** Steps that came, went or are other than before; ways count as part of the step that they leave. */
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

/** Whatever the order of names. */
const sameJson = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
