import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { expectTime } from './checkingTime.ts';

/**
 * Saving a flow reads its trees several times. Cache size in characters of expressions; a tree is many times larger.
 */
const MOST_KEPT = 100_000;
const trees = new LRUCache<string, object>({ maxSize: MOST_KEPT, sizeCalculation: (_tree, text) => text.length + 1 });

/** The syntax tree of an expression, read-only. @throws what the parser throws; ProblemError as `expectTime` */
export function treeOf(expression: string): object {
  const known = trees.get(expression);
  if (known) return known;
  expectTime();
  const tree = jsonata(expression).ast();
  trees.set(expression, tree);
  return tree;
}

/** The nodes of a syntax tree, each before its parts. Not recursive: a tree may be deeper than the stack. */
export function* nodesOf<Node extends object>(tree: unknown): Generator<Node> {
  const ahead = [tree];
  while (ahead.length > 0) {
    const node = ahead.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) yield node as Node;
    for (const part of Object.values(node).reverse()) ahead.push(part);
  }
}

/** Whether a syntax tree is nested deeper than this. */
export function isDeeper(tree: unknown, most: number): boolean {
  let level = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

/** The direct child nodes; lists do not count as a level. */
function partsOf(node: unknown): object[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.values(node)
    .flat(Infinity)
    .filter((part) => typeof part === 'object' && part !== null) as object[];
}
