import jsonata from 'jsonata';
import type { FailedCheck } from '../../contract/problem.ts';
import { check } from '../foundation/errors.ts';

const LONGEST_EXPRESSION = 10_000;

/**
 * What is wrong with a JSONata expression; null when it compiles. Nothing is evaluated.
 * @param offset how many characters stand before it in the text that an author sees
 */
export function checkExpression(expression: string, offset = 0): FailedCheck | null {
  if (expression.trim() === '') return check('expressionEmpty');
  if (expression.length > LONGEST_EXPRESSION) return check('expressionLong', { count: LONGEST_EXPRESSION });
  try {
    return usesEval(jsonata(expression).ast()) ? check('expressionEval') : null;
  } catch (error) {
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

function usesEval(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type, value } = node as { type?: unknown; value?: unknown };
  if (type === 'variable' && value === 'eval') return true;
  return Object.values(node).some(usesEval);
}
