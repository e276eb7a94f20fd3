import type { z } from 'zod';
import type { Values } from '../../contract/answers/words.ts';
import type { CommentOffer } from '../../contract/commentOffer.ts';
import type { ExecutionError } from '../../contract/executions.ts';
import { failure, type FailureCode } from '../../contract/failures.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Person } from '../../contract/people.ts';
import type { ShownQuestion } from '../../contract/previews.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import type { Summary } from '../../contract/summaries.ts';
import type { AnswerToTrial } from '../../contract/trials.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';

/**
 * Evaluates expressions and templates over an execution's context. The context is data: nothing in it is ever
 * evaluated.
 */
export interface Expressions {
  /**
   * The JSON value of a JSONata expression; null if it finds nothing.
   * @param bindings values of variables (names without `$`), besides the context
   * @throws NodeError `expression_timeout`, `expression_failed`
   */
  evaluate(
    expression: string,
    context: Readonly<Record<string, unknown>>,
    bindings?: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  /**
   * The template with every `{{ expression }}` replaced: strings unchanged, null as empty text, other values as JSON.
   * `encode` applies to the inserted values, not to the template.
   * @throws NodeError `expression_timeout`, `expression_failed`
   */
  render(
    template: string,
    context: Readonly<Record<string, unknown>>,
    encode?: (text: string) => string,
    bindings?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

/** The input of one visit of a node. */
export interface NodeContext<Config> {
  executionId: string;
  flowId: string;
  flowVersion: number;
  nodeId: string;
  nodeName: string;
  visitKey: string;
  branchId: string;
  config: Config;
  /** The execution's context: start variables and node outputs by name, passwords as `provided`. Read-only. */
  context: Readonly<Record<string, unknown>>;
  /** The context as stored, with references to passwords: for nodes that pass a password on or open it. */
  storedContext: Readonly<Record<string, unknown>>;
  startedBy: Person;
  chatId: string | null;
  /** Which of the starter's logs of that chat; null: their own. */
  logId: string | null;
  flowName: string;
  /** The running version of the flow, as its author drew it. Read-only. */
  definition: Pick<FlowDefinition, 'nodes' | 'edges'>;
  expressions: Expressions;
  now: number;
  signal: AbortSignal;
  /**
   * For a type with the effect `once`: stores that its call is under way, right before it. What it does until then may
   * be repeated; from here on, a run that is cut short has an unknown outcome.
   * @throws ExpressionInterrupted if the call must not be made any more
   */
  begin(): Promise<void>;
}

/** How a run can end. */
export type RunResult =
  /** Continues along the edges; `assign` sets names at the root of the context, `write` is a record for `write`. */
  | { kind: 'output'; output: unknown; assign?: Record<string, unknown>; summary?: Summary; write?: unknown }
  /**
   * `record` goes to `write`; the branch sleeps until it is woken, or until `wakeAt` (ms since the epoch). `weight` is
   * the number of rows to write: large records get their own unit.
   */
  | { kind: 'wait'; record: unknown; weight?: number; wakeAt?: number; onCommit?(): void; onRollback?(): void }
  /** One branch per outgoing edge. */
  | { kind: 'fork' }
  /** The branch has arrived at a join. */
  | { kind: 'join' }
  /** Ends its branch. */
  | { kind: 'end'; output?: unknown; summary?: Summary };

/** An output, also assigned to the output variable of the node's config. */
export const outputOf = (output: unknown, { outputVariable }: { outputVariable?: string }) => ({
  output,
  ...(outputVariable !== undefined && { assign: { [outputVariable]: output } }),
});

/**
 * A failure that a flow can catch with an `on: error` edge; `human_input_timeout` follows `on: timeout` first. The code
 * is stable; the message is for the flow's author.
 */
export class NodeError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The values in the message, if its code has a text in the catalogue. */
    readonly values?: Values,
  ) {
    super(message);
    this.name = 'NodeError';
  }
}

/** A failure whose text is in the catalogue. */
export function nodeFailure(code: FailureCode, values?: Values): NodeError {
  const { message, values: filledIn } = failure(code, values);
  return new NodeError(code, message, filledIn);
}

/** The failure as it is stored. */
export const toExecutionError = ({ code, message, values }: NodeError): ExecutionError => ({
  code,
  message,
  ...(values && { values }),
});

/** A waiting visit whose branch was woken. */
export interface Visit {
  executionId: string;
  visitKey: string;
  nodeId: string;
}

/** How a woken visit continues; null: it keeps waiting. */
export type Resumed =
  | { output: unknown; assign?: Record<string, unknown>; summary?: Summary }
  | { error: ExecutionError }
  | null;

export interface WaitRecord {
  executionId: string;
  visitKey: string;
  record: unknown;
}

/** An expression or template in a node's config, compiled when the flow is saved. */
export interface Expression {
  /** Path within the config: `values.total`. */
  field: string;
  text: string;
  kind: 'expression' | 'template';
  /** Whether it may use authors' secrets: `secret("name")`. */
  mayAskForSecrets?: boolean;
}

/** A question that is only put to the author who tries the flow. */
export interface TrialQuestion<Config> {
  /** The fields that people would fill in. */
  specs(config: Config): VariableSpec[];
  /** @throws NodeError */
  ask(context: NodeContext<Config>): Promise<ShownQuestion>;
  /** Whether the answer may have a comment; undefined: it may not. */
  offer(config: Config): CommentOffer | undefined;
  /**
   * The output that the flow would get.
   * @param given checked against `specs` and `offer`
   * @throws NodeError
   */
  answer(
    context: NodeContext<Config>,
    given: AnswerToTrial,
  ): Promise<{ output: unknown; assign?: Record<string, unknown> }>;
}

/**
 * The port that every kind of node implements. A node that reads restricted data (a database, a tool server, a memory)
 * does so as `startedBy` of the visit: an assignment opens a chat to a person, and nothing else.
 * `run` does everything that is slow and may be repeated. The engine calls `write`, `resume` and `cancel` inside its
 * own unit; they only touch the database.
 */
// The list of node types holds configs of every shape; each type narrows its own through `configSchema`.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface NodeType<Config = any> {
  type: string;
  displayName: string;
  configSchema: z.ZodType<Config>;
  /** The delegated permission that it uses as the starter of the execution (behaviour 5.3 B). */
  permission?: string | undefined;
  /** Whether a run that was cut short by a crash may run again. `once`: only if it had not called `begin` yet. */
  effect: 'repeatable' | 'once';
  /** Only computes: its checkpoint may be merged with the next one. */
  isInstant: boolean;
  /** Every visit waits, so the node breaks a loop. */
  waits: boolean;
  /** It reads messages that its execution has sent: these are stored first. */
  looksBack?: boolean;
  /** A visit can fail with `human_input_timeout`, so `on: timeout` edges may leave it. */
  timesOut?: boolean;
  /** Checks beyond the schema when the flow is saved: field to fault. */
  check?(config: Config, definition: FlowDefinition): FieldChecks;
  /** Checks for new versions only; stored versions need not pass them. */
  checkNew?(config: Config): FieldChecks;
  expressionsIn?(config: Config): Expression[];
  /** It calls and asks nobody, although it is not instant: a trial runs it. */
  onlyComputes?: boolean;
  /**
   * What a trial shows as the address of a call; null if only a call can know it.
   * @throws NodeError if no call would be made there
   */
  addressOf?(context: NodeContext<Config>): Promise<{ field: string; text: string } | null>;
  /** What a trial does instead of asking people. */
  rehearsal?: TrialQuestion<Config>;
  /** @throws NodeError */
  run(context: NodeContext<Config>): Promise<RunResult>;
  write?(unit: Unit, records: WaitRecord[], now: number): Promise<void>;
  /** The results of visits; null for those that still wait. Must only read: the engine may discard the results. */
  resume?(unit: Unit, visits: Visit[], now: number): Promise<Resumed[]>;
  /** @param by who cancelled the executions; null: they failed */
  cancel?(unit: Unit, executionIds: string[], by: string | null, now: number): Promise<void>;
}
