import { isRecord } from '../sketch.ts';
import { edgesOf, nodeOf, nodesOf, type Draft, type Part } from './draft.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Why a node cannot be called that; null where it can. */
export function refusalOfId(draft: Draft, from: string, to: string): 'form' | 'taken' | null {
  if (!NAME.test(to)) return 'form';
  return to !== from && nodeOf(draft, to) ? 'taken' : null;
}

/** Whether the text at this path of the config of a node of this type is an expression as a whole. */
export type IsExpression = (type: unknown, path: readonly string[], config: unknown) => boolean;

/**
 * Gives a node another id. Edges follow, and so do expressions that read what it gave: in `{{ … }}`, in conditions of
 * edges, and in the fields that hold an expression.
 */
export function renameNode(draft: Draft, from: string, to: string, isExpression: IsExpression): Draft {
  if (from === to || !nodeOf(draft, from) || refusalOfId(draft, from, to) !== null) return draft;
  const inExpression = (text: string) => renameIn(text, from, to);
  const inTemplate = (text: string) =>
    text.replace(/\{\{([\s\S]*?)\}\}/g, (_all, inside: string) => `{{${inExpression(inside)}}}`);
  const inConfig = ({ type, config }: Part): unknown => {
    const within = (value: unknown, path: readonly string[]): unknown => {
      if (typeof value === 'string') return isExpression(type, path, config) ? inExpression(value) : inTemplate(value);
      if (Array.isArray(value)) return value.map((each: unknown, n) => within(each, [...path, String(n)]));
      if (!isRecord(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each, [...path, name])]));
    };
    return within(config, []);
  };
  const nodes = nodesOf(draft).map((node) => ({
    ...node,
    ...(node['id'] === from && { id: to }),
    ...('config' in node && { config: inConfig(node) }),
  }));
  const edges = edgesOf(draft).map((edge) => ({
    ...edge,
    ...(edge['from'] === from && { from: to }),
    ...(edge['to'] === from && { to }),
    ...(typeof edge['when'] === 'string' && { when: inExpression(edge['when']) }),
  }));
  return { ...draft, nodes, edges };
}

/** The name as a word of an expression. What stands in quotation marks, or behind a dot or `$`, is another name. */
export function renameIn(expression: string, from: string, to: string): string {
  const word = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|(?<![\\w$.])${from}(?!\\w)`, 'g');
  return expression.replace(word, (found) => (found === from ? to : found));
}
