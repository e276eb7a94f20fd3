import { ProblemError } from '../foundation/errors.ts';
import { treeOf } from './expressionTree.ts';

/** What the conditions of edges may know of an answer. */
export interface SeenAnswer {
  /** Where the answer stands in the context: under the id of its node, and under its output variable. */
  names: readonly string[];
  /** The known field, as a path below these names, and its value; null if no field is known. */
  known: { path: readonly string[]; value: string } | null;
}

/**
 * Whether a condition holds for an answer: true and false are certain; otherwise it depends on other fields or other
 * data.
 */
export type ConditionResult = boolean | 'answers' | 'data';

/** The value of an expression. `undefined` means no value, as in JSONata. */
type Value = { value: unknown } | { unknown: 'answers' | 'data' };

interface Node {
  type: string;
  value?: unknown;
  steps?: Node[];
  lhs?: Node;
  rhs?: Node;
  expressions?: Node[];
  procedure?: Node;
  arguments?: Node[];
  condition?: Node;
  then?: Node;
  else?: Node;
  [more: string]: unknown;
}

/**
 * Evaluates a condition when only one field of an answer is known. True and false are always right; a construct that it
 * does not understand depends on `data`.
 * @param when JSONata
 */
export function holdsFor(when: string, answer: SeenAnswer): ConditionResult {
  const found = valueOf(parsed(when), answer);
  if ('unknown' in found) return found.unknown;
  if (found.value === undefined || found.value === null) return false; // as in `chooseEdge`
  return typeof found.value === 'boolean' ? found.value : 'data';
}

/** Whether a condition looks at this field of the answer. */
export function looksAt(when: string, names: readonly string[], path: readonly string[]): boolean {
  return pathsIn(parsed(when)).some((found) => isAt(found, names, path));
}

function parsed(when: string): Node {
  try {
    return treeOf(when) as Node;
  } catch (error) {
    if (error instanceof ProblemError) throw error; // no time left to parse it
    return { type: 'unreadable' };
  }
}

const isAt = ([root, ...rest]: readonly string[], names: readonly string[], path: readonly string[]): boolean =>
  root !== undefined && names.includes(root) && rest.join('\n') === path.join('\n');

/** The names of a path that only looks a value up; null for any other path. */
function namesOf({ type, steps = [] }: Node): string[] | null {
  const isName = (step: Node) =>
    step.type === 'name' && Object.keys(step).every((key) => ['type', 'value', 'position'].includes(key));
  return type === 'path' && steps.every(isName) ? steps.map(({ value }) => value as string) : null;
}

function pathsIn(node: unknown): string[][] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Array.isArray(node) ? null : namesOf(node as Node);
  return own ? [own] : Object.values(node).flatMap(pathsIn);
}

function valueOf(node: Node, answer: SeenAnswer): Value {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return { value: node.value };
    case 'path':
      return lookedUp(node, answer);
    case 'block':
      return node.expressions?.length === 1 ? valueOf(node.expressions[0]!, answer) : unevaluated(node, answer);
    case 'unary':
      return node.value === '[' ? listOf(node, answer) : unevaluated(node, answer);
    case 'binary':
      return combined(node, answer);
    case 'function':
      return called(node, answer);
    case 'condition':
      return chosen(node, answer);
    default:
      return unevaluated(node, answer);
  }
}

/** The result for a node that cannot be evaluated: `answers` if it reads nothing but this answer, otherwise `data`. */
function unevaluated(node: Node, { names }: SeenAnswer): Value {
  const roots = pathsIn(node).map(([root]) => root!);
  const isOwn = roots.length > 0 && roots.every((root) => names.includes(root)) && !looksElsewhere(node);
  return { unknown: isOwn ? 'answers' : 'data' };
}

/** Whether it uses variables, functions with a new result each time, or paths that do more than look up. */
function looksElsewhere(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type, value } = node as Node;
  if (type === 'variable' && !HARMLESS.has(value as string)) return true;
  if (type === 'lambda' || type === 'parent' || type === 'wildcard' || type === 'descendant') return true;
  return Object.values(node).some(looksElsewhere);
}

const HARMLESS = new Set(['not', 'exists', 'boolean', 'count', 'sum', 'contains', 'length', 'number', 'string']);

function lookedUp(node: Node, answer: SeenAnswer): Value {
  const names = namesOf(node);
  if (names && answer.known && isAt(names, answer.names, answer.known.path)) return { value: answer.known.value };
  return unevaluated(node, answer);
}

function listOf({ expressions = [] }: Node, answer: SeenAnswer): Value {
  const items = expressions.map((item) => valueOf(item, answer));
  return unknownAmong(items) ?? { value: items.map((item) => (item as { value: unknown }).value) };
}

const isUnknown = (value: Value): value is { unknown: 'answers' | 'data' } => 'unknown' in value;

/** What the values depend on if one of them is unknown, otherwise null. */
function unknownAmong(values: Value[]): { unknown: 'answers' | 'data' } | null {
  const unknown = values.filter(isUnknown).map((value) => value.unknown);
  if (unknown.length === 0) return null;
  return { unknown: unknown.includes('data') ? 'data' : 'answers' };
}

function combined(node: Node, answer: SeenAnswer): Value {
  const sides = [valueOf(node.lhs!, answer), valueOf(node.rhs!, answer)] as const;
  if (node.value === 'and' || node.value === 'or') return joined(node.value === 'or', sides);
  const unclear = unknownAmong([...sides]);
  if (unclear) return unclear;
  const [left, right] = sides.map((side) => (side as { value: unknown }).value);
  const isMissing = left === undefined || right === undefined;
  if (node.value === '=') return { value: !isMissing && left === right };
  if (node.value === '!=') return { value: !isMissing && left !== right };
  if (node.value === 'in') return { value: !isMissing && [right].flat().includes(left) };
  return unevaluated(node, answer);
}

/** `and` and `or`: one side can decide the result. */
function joined(decides: boolean, sides: readonly Value[]): Value {
  const truths = sides.map((side): Value => (isUnknown(side) ? side : { value: isTrue(side.value) }));
  if (truths.some((truth) => 'value' in truth && truth.value === decides)) return { value: decides };
  return unknownAmong(truths) ?? { value: !decides };
}

/** Casts to boolean as JSONata does, for the values that occur here. */
const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.some(isTrue) : Boolean(value));

function called(node: Node, answer: SeenAnswer): Value {
  const { procedure, arguments: given = [] } = node;
  if (procedure?.type !== 'variable' || given.length !== 1) return unevaluated(node, answer);
  const argument = valueOf(given[0]!, answer);
  if (isUnknown(argument)) return unevaluated(node, answer);
  if (procedure.value === 'exists') return { value: argument.value !== undefined };
  if (argument.value === undefined) return { value: undefined };
  if (procedure.value === 'not') return { value: !isTrue(argument.value) };
  if (procedure.value === 'boolean') return { value: isTrue(argument.value) };
  return unevaluated(node, answer);
}

function chosen({ condition, then, else: otherwise }: Node, answer: SeenAnswer): Value {
  const decides = valueOf(condition!, answer);
  if (isUnknown(decides)) return { unknown: 'data' };
  if (isTrue(decides.value)) return valueOf(then!, answer);
  return otherwise ? valueOf(otherwise, answer) : { value: undefined };
}
