import { NodeError } from './nodeType.ts';

const EXCERPT_CHARACTERS = 120;
const REASON_CHARACTERS = 500;

/**
 * The failure of an expression. Its message starts with the expression, because a step can have many.
 * @param reason may quote answers
 */
export const expressionFailure = (expression: string, reason: string): NodeError =>
  new NodeError('expression_failed', `\`${excerptOf(expression)}\`: ${reason.slice(0, REASON_CHARACTERS)}`);

function excerptOf(expression: string): string {
  const characters = [...expression.replace(/\s+/g, ' ').trim()];
  if (characters.length <= EXCERPT_CHARACTERS) return characters.join('');
  return `${characters.slice(0, EXCERPT_CHARACTERS - 1).join('')}…`;
}
