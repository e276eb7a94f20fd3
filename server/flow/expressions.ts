import { availableParallelism } from 'node:os';
import type { FailedCheck } from '../../contract/problem.ts';
import { checkExpression } from './expressionCheck.ts';
import {
  createExpressionWorkers,
  type ExpressionRunner,
  type Terms,
  type WorkerSettings,
} from './expressionWorkers.ts';
import type { Turn } from './fairQueueRules.ts';
import { NodeError, type Expressions } from './nodeType.ts';
import { isPlainData, plainProgram } from './plainExpressions.ts';
import { storable, storableText } from './storable.ts';
import { checkTemplate, parseTemplate, TemplateError, type TemplatePart } from './templates.ts';

type Context = Readonly<Record<string, unknown>>;
type Bindings = Readonly<Record<string, string>>;

/** The expressions of one execution. */
export interface OwnExpressions extends Expressions {
  /** Makes all current and later calls throw `ExpressionInterrupted`. */
  interrupt(): void;
}

/** JSONata for the whole server. `check` and `checkTemplate` return the fault of a text; null if it compiles. */
export interface ExpressionService {
  /** For an execution, or for something else that people wait for. */
  of(turn: Turn, terms?: Terms): OwnExpressions;
  check(expression: string): FailedCheck | null;
  checkTemplate(template: string): FailedCheck | null;
  close(): Promise<void>;
}

const DEFAULTS: WorkerSettings = {
  count: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs: 100,
  memoryMb: 64,
  budget: { perMinuteMs: 2000, totalMs: 60_000 },
};

/** Strings unchanged, null as empty text, other values as JSON. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/**
 * Evaluates plain expressions in this process and all others in child processes, which start on demand. `FairQueue`
 * shares them fairly; `ExpressionBudget` limits what an execution may cost.
 */
export function createExpressions(settings: Partial<WorkerSettings> = {}): ExpressionService {
  const workers = createExpressionWorkers({ ...DEFAULTS, ...settings });
  return {
    of: (turn, terms) => expressionsAt(workers.of(turn, terms)),
    check: checkExpression,
    checkTemplate,
    close: workers.close,
  };
}

function expressionsAt(runner: ExpressionRunner): OwnExpressions {
  async function evaluateAll(expressions: string[], context: Context, bindings?: Bindings): Promise<unknown[]> {
    const data = JSON.stringify(context);
    const programs = expressions.map(plainProgram);
    if (programs.every((program) => program !== null) && isPlainData(data))
      return storable(await Promise.all(programs.map((program) => program(context))));
    const results = await runner.run({ expressions, context: data, bindings });
    return storable(results.map((result) => JSON.parse(result) as unknown));
  }

  return {
    async evaluate(expression, context, bindings) {
      const [value] = await evaluateAll([expression], context, bindings);
      return value;
    },
    async render(template, context, encode = (text) => text, bindings) {
      if (!template.includes('{{')) return storableText(template);
      const parts = readTemplate(template);
      const expressions = parts.flatMap((part) => ('expression' in part ? [part.expression] : []));
      const values = await evaluateAll(expressions, context, bindings);
      return parts.map((part) => ('text' in part ? storableText(part.text) : encode(asText(values.shift())))).join('');
    },
    interrupt: runner.interrupt,
  };
}

/** A template that would be refused today can still come from an older stored version. */
function readTemplate(template: string): TemplatePart[] {
  try {
    return parseTemplate(template);
  } catch (error) {
    if (error instanceof TemplateError) throw new NodeError('expression_failed', error.message);
    throw error;
  }
}
