import { treeOf } from './expressionTree.ts';

/** The names that an expression mentions. */
export interface Mentions {
  /** Names looked up at the root of the context. */
  names: Set<string>;
  /** Variables that the expression does not define itself, without `$`. */
  variables: Set<string>;
  /** Functions that it calls, as written: `$sum`. */
  functions: Set<string>;
}

/** The functions of JSONata, except `$eval`. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  `abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl decodeUrlComponent
  distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger formatNumber fromMillis
  join keys length lookup lowercase map match max merge millis min not now number pad parseInteger power random reduce
  replace reverse round shuffle sift single sort split spread sqrt string substring substringAfter substringBefore sum
  toMillis trim type uppercase zip`.split(/\s+/),
);

/** Calls of authors' secrets are checked elsewhere. */
const SECRET = 'secret';

interface Node {
  type?: unknown;
  value?: unknown;
  focus?: unknown;
  index?: unknown;
  steps?: Node[];
  stages?: unknown;
  predicate?: unknown;
  group?: unknown;
  procedure?: Node;
  arguments?: Node[];
  lhs?: unknown;
  rhs?: unknown;
}

/** The names that a valid expression mentions anywhere. */
export function mentionsIn(expression: string): Mentions {
  const mentions: Mentions = { names: new Set(), variables: new Set(), functions: new Set() };
  const own = new Set<string>(['', '$']);
  // not recursive: a tree may be deeper than the stack
  const ahead: Part[] = [{ node: treeOf(expression), isOfItem: false }];
  for (let part = ahead.pop(); part; part = ahead.pop()) {
    if (typeof part.node !== 'object' || part.node === null) continue;
    collect(part.node, part.isOfItem, mentions, own);
    ahead.push(...partsOf(part.node, part.isOfItem).reverse());
  }
  for (const name of own) {
    mentions.variables.delete(name);
    mentions.functions.delete(`$${name}`);
  }
  return mentions;
}

interface Part {
  node: unknown;
  /** The context is an item with unknown names. */
  isOfItem: boolean;
}

/** @param own names that the expression defines itself */
function collect(node: Node, isOfItem: boolean, { names, variables, functions }: Mentions, own: Set<string>): void {
  const { type, value, focus, index, procedure } = node;
  for (const name of [focus, index]) if (typeof name === 'string') own.add(name);
  if (type === 'bind') own.add(String((node.lhs as Node).value));
  if (type === 'lambda') node.arguments!.forEach((parameter) => own.add(String(parameter.value)));
  if (type === 'variable') variables.add(String(value));
  if (type === 'name' && !isOfItem) names.add(String(value));
  if (procedure?.type === 'variable') functions.add(`$${String(procedure.value)}`);
  const called = procedure && nameCalled(procedure);
  if (called && called !== SECRET) functions.add(called);
}

/** The name of a function that is called without `$`; no such function exists. */
const nameCalled = ({ steps: [name, ...more] = [] }: Node): string | null =>
  name?.type === 'name' && more.length === 0 ? String(name.value) : null;

function partsOf(node: Node, isOfItem: boolean): Part[] {
  if (Array.isArray(node)) return node.map((each: unknown) => ({ node: each, isOfItem }));
  const { type, steps = [], stages, predicate, group, procedure, ...rest } = node;
  if (type === 'transform' || type === 'sort') return []; // their names are those of items
  const isKnown = procedure && (procedure.type === 'variable' || nameCalled(procedure) !== null);
  return [
    ...stepsOf(steps, isOfItem),
    ...[...Object.values(rest), isKnown ? null : procedure].map((each) => ({ node: each, isOfItem })),
    ...[stages, predicate, group].map((each) => ({ node: each, isOfItem: true })),
  ];
}

function stepsOf(steps: readonly Node[], isOfItem: boolean): Part[] {
  const [first] = steps;
  const isVariable = first?.type === 'variable';
  const isRoot = isVariable && (first.value === '$' || (first.value === '' && !isOfItem));
  return steps.map((node, n) => ({ node, isOfItem: n === 0 ? isOfItem : !(n === 1 && isRoot) }));
}

/** The first function that is called but does not exist; null if all exist. */
export function unknownFunctionIn({ functions }: Mentions): string | null {
  return [...functions].find((name) => !name.startsWith('$') || !FUNCTIONS.has(name.slice(1))) ?? null;
}
