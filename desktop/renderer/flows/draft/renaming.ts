import { wordsOf } from '../../../../contract/expressionWords.ts';
import { isRecord } from '../sketch.ts';
import { edgesOf, nodeOf, nodesOf, type Draft, type Part } from './draft.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** Why a node cannot have this id, or null. */
export function refusalOfId(draft: Draft, from: string, to: string): 'form' | 'taken' | null {
  if (!NAME.test(to)) return 'form';
  return to !== from && nodeOf(draft, to) ? 'taken' : null;
}

/** Whether the text at this path of a config is, as a whole, an expression. */
export type IsExpression = (type: unknown, path: readonly string[], config: unknown) => boolean;

/**
 * Changes a node's id. Updates edges, and expressions that read its output: in `{{ … }}`, in edge conditions, and in
 * expression fields.
 */
export function renameNode(draft: Draft, from: string, to: string, isExpression: IsExpression): Draft {
  if (from === to || !nodeOf(draft, from) || refusalOfId(draft, from, to) !== null) return draft;
  const inExpression = (text: string) => renameIn(text, from, to);
  const inTemplate = (text: string) => renameInTemplate(text, from, to);
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

/**
 * Renames a name where it is looked up in the context. Not in strings, patterns and comments, after a dot or `$`, or
 * where it refers to fields of an item.
 */
export const renameIn = (expression: string, from: string, to: string): string =>
  [...wordsOf(expression)].map((word) => renamed(word, from, to)).join('');

const renamed = ({ text, isOfContext }: { text: string; isOfContext: boolean }, from: string, to: string): string => {
  if (!isOfContext) return text;
  return text === from ? to : text === `\`${from}\`` ? `\`${to}\`` : text;
};

const [OPEN, CLOSE] = ['{{', '}}'];

/** The same in the expressions of a template, which may contain `}}` themselves. */
function renameInTemplate(template: string, from: string, to: string): string {
  let done = '';
  for (let at = 0; ;) {
    const open = template.indexOf(OPEN, at);
    if (open < 0) return done + template.slice(at);
    const begin = open + OPEN.length;
    const words = [...wordsOf(template, begin, (place) => template.startsWith(CLOSE, place))];
    const end = begin + words.reduce((length, { text }) => length + text.length, 0);
    done += template.slice(at, begin) + words.map((word) => renamed(word, from, to)).join('');
    at = end;
  }
}
