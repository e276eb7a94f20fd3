import type { FailedCheck } from '../../contract/problem.ts';
import { check, ProblemError } from '../foundation/errors.ts';
import { expectTime } from './checkingTime.ts';
import { isTooCostly } from './expressionCost.ts';
import { isDeeper, nodesOf, treeOf } from './expressionTree.ts';
import { LinearPattern, PatternRefused } from './linearPattern.mjs';

const LONGEST_EXPRESSION = 10_000;
/** Nesting that every recursive reader can handle, however deep its own stack is already. */
const DEEPEST = 1000;

/**
 * The fault of a JSONata expression; null if it compiles. Evaluates nothing.
 * @param offset how many characters precede it in the text that an author sees
 * @throws ProblemError as `expectTime`
 */
export function checkExpression(expression: string, offset = 0): FailedCheck | null {
  if (expression.trim() === '') return check('expressionEmpty');
  if (expression.length > LONGEST_EXPRESSION) return check('expressionLong', { count: LONGEST_EXPRESSION });
  if (isTooCostly(expression)) return check('expressionDeep');
  try {
    const tree = treeOf(expression);
    if (isDeeper(tree, DEEPEST)) return check('expressionDeep');
    return usesEval(tree) ? check('expressionEval') : patternMistake(tree);
  } catch (error) {
    if (error instanceof ProblemError) throw error; // no time left to parse it
    if (error instanceof SyntaxError) return check('expressionPattern', { part: sourceIn(error) });
    const mistake = error as SyntaxMistake;
    if (offset === 0 && mistake.code && isTemplate(expression)) return check('expressionBraces');
    return mistakeOf(mistake, offset);
  }
}

/** Two braces begin a template, and in JSONata an object that is the name of a field, which nobody means. */
const isTemplate = (expression: string): boolean => expression.trim().startsWith('{{');

/** What the parser throws: an error with a code, or the JavaScript engine's own error when the stack overflows. */
interface SyntaxMistake {
  code?: string;
  position?: number;
  token?: unknown;
  /** What the parser expected instead. */
  value?: unknown;
}

const UNFINISHED = ['S0101', 'S0105', 'S0106', 'S0207', 'S0302'];
const NEEDS = ['S0202', 'S0203'];

function mistakeOf({ code, position: at = 1, token, value }: SyntaxMistake, offset: number): FailedCheck {
  if (code === undefined) return check('expressionDeep');
  const position = offset + at;
  if (UNFINISHED.includes(code)) return check('expressionUnfinished', { position });
  if (NEEDS.includes(code)) return check('expressionNeeds', { expected: String(value), position });
  if (token !== undefined) return check('expressionToken', { token: String(token), position });
  return check('expressionWrong', { code, position });
}

/** Takes the pattern out of JavaScript's message: `Invalid regular expression: /(/: Unterminated group`. */
const sourceIn = ({ message }: SyntaxError): string => /: \/(.*)\/\w*: /s.exec(message)?.[1] ?? message;

function usesEval(tree: unknown): boolean {
  for (const { type, value } of nodesOf<TreeNode>(tree)) if (type === 'variable' && value === 'eval') return true;
  return false;
}

/** JSONata parses patterns as JavaScript; they run on another engine that does not support all of its syntax. */
function patternMistake(tree: unknown): FailedCheck | null {
  for (const { type, value } of nodesOf<TreeNode>(tree)) {
    if (type !== 'regex') continue;
    const { source, flags } = value as RegExp;
    expectTime();
    try {
      new LinearPattern(source, flags);
    } catch (error) {
      if (error instanceof PatternRefused) return check('expressionPattern', { part: error.part });
      throw error;
    }
  }
  return null;
}

interface TreeNode {
  type?: unknown;
  value?: unknown;
}
