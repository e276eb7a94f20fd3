import { availableParallelism } from 'node:os';
import type { FailedCheck } from '../../contract/problem.ts';
import { checkExpression } from './expressionCheck.ts';
import { createExpressionWorkers, type WorkerSettings } from './expressionWorkers.ts';
import { NodeError, type Expressions } from './nodeType.ts';
import { isPlainData, plainProgram } from './plainExpressions.ts';
import { checkTemplate, parseTemplate, TemplateError, type TemplatePart } from './templates.ts';

type Context = Readonly<Record<string, unknown>>;

/** JSONata for the whole server; `check` and `checkTemplate` say what is wrong with a text, null when it compiles. */
export interface ExpressionService extends Expressions {
  check(expression: string): FailedCheck | null;
  checkTemplate(template: string): FailedCheck | null;
  close(): Promise<void>;
}

const DEFAULTS: WorkerSettings = {
  count: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs: 100,
  memoryMb: 64,
};

/** Texts as they are, nothing for null, other values as JSON. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/** Evaluates plain expressions right here, all others in processes of their own, started when first needed. */
export function createExpressions(settings: Partial<WorkerSettings> = {}): ExpressionService {
  const workers = createExpressionWorkers({ ...DEFAULTS, ...settings });

  async function evaluateAll(expressions: string[], context: Context): Promise<unknown[]> {
    const data = JSON.stringify(context);
    const programs = expressions.map(plainProgram);
    if (programs.every((program) => program !== null) && isPlainData(data))
      return Promise.all(programs.map((program) => program(context)));
    const results = await workers.run({ expressions, context: data });
    return results.map((result) => JSON.parse(result) as unknown);
  }

  async function render(
    template: string,
    context: Context,
    encode: (text: string) => string = (text) => text,
  ): Promise<string> {
    if (!template.includes('{{')) return template;
    const parts = readTemplate(template);
    const expressions = parts.flatMap((part) => ('expression' in part ? [part.expression] : []));
    const values = await evaluateAll(expressions, context);
    return parts.map((part) => ('text' in part ? part.text : encode(asText(values.shift())))).join('');
  }

  return {
    async evaluate(expression, context) {
      const [value] = await evaluateAll([expression], context);
      return value;
    },
    render,
    check: checkExpression,
    checkTemplate,
    close: workers.close,
  };
}

/** A template that was refused at save can still come from a version that was saved before the rules grew. */
function readTemplate(template: string): TemplatePart[] {
  try {
    return parseTemplate(template);
  } catch (error) {
    if (error instanceof TemplateError) throw new NodeError('expression_failed', error.message);
    throw error;
  }
}
