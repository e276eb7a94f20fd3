import type { FailedCheck } from '../../contract/problem.ts';
import { check, ProblemError } from '../foundation/errors.ts';
import { expectTime } from './checkingTime.ts';
import { isTooCostly } from './expressionCost.ts';
import { isDeeper, nodesOf, treeOf } from './expressionTree.ts';
import { LinearPattern, PatternRefused } from './linearPattern.mjs';

const LONGEST_EXPRESSION = 10_000;
/** So deep everybody who reads it comes, however deep in the stack they begin. */
const DEEPEST = 1000;

/**
 * What is wrong with a JSONata expression; null when it compiles. Nothing is evaluated.
 * @param offset how many characters stand before it in the text that an author sees
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
    if (error instanceof ProblemError) throw error; // there is no time to read it
    if (error instanceof SyntaxError) return check('expressionPattern', { part: sourceIn(error) });
    return mistakeOf(error as SyntaxMistake, offset);
  }
}

/** What the parser throws: a code of its own, or an error of the engine when its stack is full. */
interface SyntaxMistake {
  code?: string;
  position?: number;
  token?: unknown;
  /** What was expected instead. */
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

/** What JavaScript says of a pattern that it cannot read: `Invalid regular expression: /(/: Unterminated group`. */
const sourceIn = ({ message }: SyntaxError): string => /: \/(.*)\/\w*: /s.exec(message)?.[1] ?? message;

function usesEval(tree: unknown): boolean {
  for (const { type, value } of nodesOf<TreeNode>(tree)) if (type === 'variable' && value === 'eval') return true;
  return false;
}

/** JSONata reads patterns as JavaScript does; they run on another engine, which cannot do all of that. */
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
