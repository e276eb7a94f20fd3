import type { FailedCheck } from '../../contract/problem.ts';
import { check } from '../foundation/errors.ts';
import { nodesOf, treeOf } from './expressionTree.ts';
import { expressionsOf, parseTemplate } from './templates.ts';

/**
 * An expression or template with every `secret("name")` replaced by a variable, and the secret behind each variable.
 */
export interface Rewritten {
  text: string;
  /** Variable (without `$`) to the name of its secret. */
  names: Record<string, string>;
}

const FUNCTION = 'secret';
/** The string literal in brackets after the word `secret`. */
const ARGUMENT = /\s*\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)/y;

interface Node {
  type?: unknown;
  value?: unknown;
  position?: unknown;
  procedure?: Node;
  steps?: Node[];
  arguments?: Node[];
}

interface Call {
  /** Where the word `secret` ends in the expression. */
  position: number;
  /** Null unless its only argument is a string literal. */
  name: string | null;
}

/** Every call of `secret` anywhere in the expression. The expression must compile. */
function callsIn(expression: string): Call[] {
  const calls: Call[] = [];
  for (const { type, procedure, arguments: given } of nodesOf<Node>(treeOf(expression))) {
    const [step, ...more] = procedure?.steps ?? [];
    if ((type !== 'function' && type !== 'partial') || more.length > 0 || step?.value !== FUNCTION) continue;
    const [argument, ...others] = given ?? [];
    const isOneText = type === 'function' && others.length === 0 && argument?.type === 'string';
    calls.push({ position: Number(step.position), name: isOneText ? String(argument.value) : null });
  }
  return calls;
}

const mentions = (text: string): boolean => text.includes(FUNCTION);

/** Whether an expression or template uses a secret. It must compile. */
export function asksForSecret(text: string, kind: 'expression' | 'template'): boolean {
  return mentions(text) && expressionsOf(text, kind).some((expression) => callsIn(expression).length > 0);
}

/** The fault in how it calls `secret`; null if none. It must compile. */
export function checkSecretCalls(text: string, kind: 'expression' | 'template'): FailedCheck | null {
  if (!mentions(text)) return null;
  const isWrong = expressionsOf(text, kind).some((expression) => rewriteExpression(expression, {}) === null);
  return isWrong ? check('secretForm') : null;
}

/** @throws Error for what `checkSecretCalls` refuses */
export function rewriteSecrets(text: string, kind: 'expression' | 'template'): Rewritten {
  const names: Record<string, string> = {};
  const rewrite = (expression: string): string => {
    const rewritten = rewriteExpression(expression, names);
    if (rewritten === null) throw new Error('secret() takes only a name');
    return rewritten;
  };
  if (!mentions(text)) return { text, names };
  if (kind === 'expression') return { text: rewrite(text), names };
  const parts = parseTemplate(text);
  const joined = parts.map((part) => ('text' in part ? part.text : `{{ ${rewrite(part.expression)} }}`)).join('');
  return { text: joined, names };
}

/** Adds to `names`. Null if a call of `secret` has anything but one string literal. */
function rewriteExpression(expression: string, names: Record<string, string>): string | null {
  let rewritten = expression;
  for (const { position, name } of callsIn(expression).sort((a, b) => b.position - a.position)) {
    const start = position - FUNCTION.length;
    ARGUMENT.lastIndex = position;
    const written = ARGUMENT.exec(expression);
    if (name === null || !written || expression.slice(start, position) !== FUNCTION) return null;
    const variable = `${FUNCTION}_${Object.keys(names).length}`;
    names[variable] = name;
    rewritten = `${rewritten.slice(0, start)}$${variable}${rewritten.slice(ARGUMENT.lastIndex)}`;
  }
  return rewritten;
}
