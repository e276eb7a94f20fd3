import type { Part } from './draft.ts';
import { configOf, edgesOf, nodesOf, type Draft } from './draft.ts';
import { isRecord, listIn } from '../sketch.ts';

/** A value in the context when a node is reached, as expressions name it. */
export interface Given {
  /** Such as `amount` or `ask.value`. */
  path: string;
  /** Its display name. */
  label: string;
  /** The name of the node that produced it; null for start variables. */
  from: string | null;
  /** Its possible values, if known. */
  options: readonly { value: string; label: string }[] | null;
  type: 'text' | 'number' | 'boolean' | 'other';
}

/** The translated words used here. */
export interface GivenWords {
  answer: string;
  who: string;
  result: string;
  status: string;
  approve: string;
  reject: string;
}

/** The values available when a node is reached or left: start variables, and outputs of all nodes with a path to it. */
export function givensAt(draft: Draft, nodeId: string, words: GivenWords, isAfter: boolean): Given[] {
  const before = nodesBefore(draft, nodeId);
  if (isAfter) before.add(nodeId);
  return nodesOf(draft)
    .filter(({ id }) => typeof id === 'string' && before.has(id))
    .flatMap((node) => givenBy(draft, node, words));
}

function nodesBefore(draft: Draft, nodeId: string): Set<string> {
  const into = new Map<unknown, unknown[]>();
  for (const { from, to } of edgesOf(draft)) into.set(to, [...(into.get(to) ?? []), from]);
  const found = new Set<string>();
  const ahead: unknown[] = [nodeId];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (const from of into.get(at) ?? [])
      if (typeof from === 'string' && !found.has(from)) {
        found.add(from);
        ahead.push(from);
      }
  }
  return found;
}

function givenBy(draft: Draft, node: Part, words: GivenWords): Given[] {
  const id = String(node['id']);
  const config = configOf(draft, id);
  const name = typeof node['name'] === 'string' && node['name'] !== '' ? node['name'] : id;
  const one = (path: string, label: string, more: Partial<Given> = {}): Given => ({
    path,
    label,
    from: name,
    options: null,
    type: 'other',
    ...more,
  });
  switch (node['type']) {
    case 'start':
      return listIn(config, 'variables').flatMap((spec) => fieldOf(spec, '', null));
    case 'human':
      return [...answersOf(config, id, name, words), one(`${id}.respondedBy.displayName`, words.who, { type: 'text' })];
    case 'set': {
      const { values } = config;
      return isRecord(values) ? Object.keys(values).map((key) => one(key, key)) : [];
    }
    case 'http':
      return [one(`${id}.status`, words.status, { type: 'number' }), one(`${id}.body`, words.result)];
    case 'llm':
      return [one(`${id}.text`, words.answer, { type: 'text' })];
    case 'directory_get_user':
    case 'directory_get_manager':
      return [one(`${id}.displayName`, words.who, { type: 'text' }), one(id, words.result)];
    case 'end':
    case 'parallel':
    case 'join':
    case 'delay':
    case 'message':
      return [];
    default:
      return [one(id, words.result)];
  }
}

function answersOf(config: Part, id: string, from: string, words: GivenWords): Given[] {
  const inputType = config['inputType'];
  if (inputType === 'form') return listIn(config, 'variables').flatMap((spec) => fieldOf(spec, `${id}.values.`, from));
  const listed = optionsIn(config);
  const approval = [
    { value: 'approved', label: words.approve },
    { value: 'rejected', label: words.reject },
  ];
  const options = inputType === 'text' ? null : (listed ?? (inputType === 'approval' ? approval : null));
  return [{ path: `${id}.value`, label: words.answer, from, options, type: 'text' }];
}

const NUMBERS = new Set(['number', 'range']);

function fieldOf(spec: Part, before: string, from: string | null): Given[] {
  const { name, label, type } = spec;
  if (typeof name !== 'string' || name === '') return [];
  const kind = NUMBERS.has(String(type)) ? 'number' : type === 'boolean' ? 'boolean' : 'text';
  const isOther = /^multi(select|user|group)|^(table|file|user|group|hierarchy|password)$/.test(String(type));
  const words = typeof label === 'string' && label !== '' ? label : name;
  return [{ path: `${before}${name}`, label: words, from, options: optionsIn(spec), type: isOther ? 'other' : kind }];
}

/** Options by value and label, groups flattened; null if there are none. */
export function optionsIn(holder: Part): { value: string; label: string }[] | null {
  const { options } = holder;
  if (!Array.isArray(options)) return null;
  return options.flatMap((each: unknown): { value: string; label: string }[] => {
    if (typeof each === 'string') return [{ value: each, label: each }];
    if (!isRecord(each)) return [];
    if (Array.isArray(each['options'])) return optionsIn(each) ?? [];
    const { value, label } = each;
    return typeof value === 'string' ? [{ value, label: typeof label === 'string' ? label : value }] : [];
  });
}
