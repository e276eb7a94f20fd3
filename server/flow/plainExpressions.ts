import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { isTooCostly } from './expressionCost.ts';
import { NodeError } from './nodeType.ts';

type Context = Readonly<Record<string, unknown>>;

/** Gives the JSON value of its expression; null where it finds nothing. @throws NodeError `expression_failed` */
export type PlainProgram = (context: Context) => Promise<unknown>;

const OPERATORS = new Set(['+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'and', 'or']);
const MOST_COMPILED = 500;
const MOST_NODES = 50;
const LARGEST_RESULT = 1_000_000;

/** Names by which the data of a context could pass for a function, or change what an object is. */
const SUSPICIOUS_NAME = /"(__proto__|_jsonata_(lambda|function))":/;

/** @param context JSON */
export const isPlainData = (context: string): boolean => !SUSPICIOUS_NAME.test(context);

const compiled = new LRUCache<string, PlainProgram | false>({ max: MOST_COMPILED, memoMethod: compile });

/**
 * A plain expression looks names up, and compares or calculates with what it finds: `ask.value = "approved"`. It calls
 * nothing and repeats nothing, so it takes no longer than the context is large, and needs no process of its own. Null
 * for every other expression, and for one that does not compile.
 */
export const plainProgram = (expression: string): PlainProgram | null => compiled.memo(expression) || null;

/** False for what is not plain: a cache keeps no null. */
function compile(expression: string): PlainProgram | false {
  if (isTooCostly(expression)) return false; // whoever reads it can be stopped
  try {
    const program = jsonata(expression);
    if (!isPlain(program.ast(), { left: MOST_NODES })) return false;
    return async (context) => copyOf(await program.evaluate(context).catch(fail));
  } catch {
    return false;
  }
}

/** What a node may consist of; a property that is not listed makes it something else. */
const PROPERTIES: Record<string, readonly string[]> = {
  number: ['value'],
  string: ['value'],
  value: ['value'],
  name: ['value'],
  path: ['steps'],
  binary: ['value', 'lhs', 'rhs'],
};

type Node = { type: string; value?: unknown; steps?: unknown[]; lhs?: unknown; rhs?: unknown };

function isPlain(given: unknown, count: { left: number }): boolean {
  if (--count.left < 0) return false;
  const node = given as Node;
  const properties = PROPERTIES[node.type];
  const isKnown = (name: string) => name === 'type' || name === 'position' || properties?.includes(name);
  if (!properties || !Object.keys(node).every(isKnown)) return false;
  switch (node.type) {
    case 'path':
      return node.steps!.every((step) => (step as Node).type === 'name' && isPlain(step, count));
    case 'name':
      return !((node.value as string) in Object.prototype);
    case 'binary':
      return OPERATORS.has(node.value as string) && isPlain(node.lhs, count) && isPlain(node.rhs, count);
    default:
      return true;
  }
}

/** As it comes back from JSON: a value of its own, so that nobody who changes it changes the context. */
function copyOf(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new NodeError('expression_failed', 'the result holds a number without end');
  const text = JSON.stringify(value ?? null);
  if (text.length > LARGEST_RESULT)
    throw new NodeError('expression_failed', `the result is larger than ${LARGEST_RESULT} characters`);
  return JSON.parse(text);
}

function fail(error: { message?: string }): never {
  throw new NodeError('expression_failed', String(error.message ?? error).slice(0, 500));
}
