import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { isTooCostly } from './expressionCost.ts';
import { expressionFailure } from './expressionFailure.ts';

type Context = Readonly<Record<string, unknown>>;

/** Returns the JSON value of its expression; null if it finds nothing. @throws NodeError `expression_failed` */
export type PlainProgram = (context: Context) => Promise<unknown>;

const OPERATORS = new Set(['+', '-', '*', '/', '%', '=', '!=', '<', '<=', '>', '>=', 'and', 'or']);
const MOST_COMPILED = 500;
const MOST_NODES = 50;
const LARGEST_RESULT = 1_000_000;

/** Names that would let data of a context pass for a function or change an object's prototype. */
const SUSPICIOUS_NAME = /"(__proto__|_jsonata_(lambda|function))":/;

/** @param context JSON */
export const isPlainData = (context: string): boolean => !SUSPICIOUS_NAME.test(context);

const compiled = new LRUCache<string, PlainProgram | false>({ max: MOST_COMPILED, memoMethod: compile });

/**
 * A plain expression looks names up, and compares or calculates with them: `ask.value = "approved"`. It has no calls or
 * loops, so its time is bounded by the size of the context and it needs no separate process. Returns null for any other
 * expression, and for one that does not compile.
 */
export const plainProgram = (expression: string): PlainProgram | null => compiled.memo(expression) || null;

/** False if it is not plain: the cache cannot store null. */
function compile(expression: string): PlainProgram | false {
  if (isTooCostly(expression)) return false; // a child process that parses it can be stopped
  try {
    const program = jsonata(expression);
    if (!isPlain(program.ast(), { left: MOST_NODES })) return false;
    const fail = (reason: string): never => {
      throw expressionFailure(expression, reason);
    };
    return async (context) => {
      const value: unknown = await program
        .evaluate(context)
        .catch((error: { message?: string }) => fail(String(error.message ?? error)));
      return copyOf(value, fail);
    };
  } catch {
    return false;
  }
}

/** The allowed properties of a node; an unlisted one makes the expression not plain. */
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

/** A copy by way of JSON, so that changing it does not change the context. */
function copyOf(value: unknown, fail: (reason: string) => never): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) fail('the result holds a number without end');
  const text = JSON.stringify(value ?? null);
  if (text.length > LARGEST_RESULT) fail(`the result is larger than ${LARGEST_RESULT} characters`);
  return JSON.parse(text);
}
