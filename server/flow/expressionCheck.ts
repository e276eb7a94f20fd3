import jsonata from 'jsonata';

const LONGEST_EXPRESSION = 10_000;

/** What is wrong with a JSONata expression, with the position; null when it compiles. Nothing is evaluated. */
export function checkExpression(expression: string): string | null {
  if (expression.trim() === '') return 'the expression is empty';
  if (expression.length > LONGEST_EXPRESSION) return `the expression is longer than ${LONGEST_EXPRESSION} characters`;
  try {
    return usesEval(jsonata(expression).ast()) ? '$eval cannot be used: data is never evaluated' : null;
  } catch (error) {
    const { message, position } = error as { message: string; position?: number };
    return position === undefined ? message : `${message} (character ${position})`;
  }
}

function usesEval(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { type, value } = node as { type?: unknown; value?: unknown };
  if (type === 'variable' && value === 'eval') return true;
  return Object.values(node).some(usesEval);
}
