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

/** Expressions and templates over an execution's context. The context is data: nothing in it is ever evaluated. */
export interface Expressions {
  /**
   * The JSON value of a JSONata expression; null where it finds nothing.
   * @param bindings texts under names of variables (without `$`), beside the context
   * @throws NodeError `expression_timeout`, `expression_failed`
   */
  evaluate(
    expression: string,
    context: Readonly<Record<string, unknown>>,
    bindings?: Readonly<Record<string, string>>,
  ): Promise<unknown>;
  /**
   * The template with every `{{ expression }}` replaced: texts as they are, nothing for null, other values as JSON;
   * `encode` is applied to what is put in, not to the template.
   * @throws NodeError `expression_timeout`, `expression_failed`
   */
  render(
    template: string,
    context: Readonly<Record<string, unknown>>,
    encode?: (text: string) => string,
    bindings?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

/** What one visit of a node is given. */
export interface NodeContext<Config> {
  executionId: string;
  flowId: string;
  flowVersion: number;
  nodeId: string;
  nodeName: string;
  visitKey: string;
  branchId: string;
  config: Config;
  /** The execution's context: start variables and node outputs by name, passwords as `provided`. Do not change it. */
  context: Readonly<Record<string, unknown>>;
  /** The same as it is stored, with references to passwords: for what hands one on, or opens it. */
  storedContext: Readonly<Record<string, unknown>>;
  startedBy: Person;
  chatId: string | null;
  /** Which of the starter's logs of that chat; null: their own. */
  logId: string | null;
  flowName: string;
  /** The version of the flow that is run, as its author drew it. Do not change it. */
  definition: Pick<FlowDefinition, 'nodes' | 'edges'>;
  expressions: Expressions;
  now: number;
  signal: AbortSignal;
}

/** What a run can end with. */
export type RunResult =
  /** Goes on along the edges; `assign` sets names at the root of the context, `write` is a record for `write`. */
  | { kind: 'output'; output: unknown; assign?: Record<string, unknown>; summary?: Summary; write?: unknown }
  /**
   * `record` goes to `write`; the branch sleeps until it is woken, or until `wakeAt` (ms since the epoch). `weight`
   * says how many rows it will write, so that large ones go alone.
   */
  | { kind: 'wait'; record: unknown; weight?: number; wakeAt?: number; onCommit?(): void; onRollback?(): void }
  /** One branch per outgoing edge. */
  | { kind: 'fork' }
  /** The branch has arrived at a join. */
  | { kind: 'join' }
  /** Ends its branch. */
  | { kind: 'end'; output?: unknown; summary?: Summary };

/** An output, which also gets the second name that the node's config has for it. */
export const outputOf = (output: unknown, { outputVariable }: { outputVariable?: string }) => ({
  output,
  ...(outputVariable !== undefined && { assign: { [outputVariable]: output } }),
});

/**
 * A failure that a flow can catch with an `on: error` edge; `human_input_timeout` follows `on: timeout` first.
 * The code is stable, the message is for the flow's author.
 */
export class NodeError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** What the message is filled in with, where its code says the rest. */
    readonly values?: Values,
  ) {
    super(message);
    this.name = 'NodeError';
  }
}

/** A failure that has its words in the catalogue. */
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

/** How a woken visit goes on; null: it still waits. */
export type Resumed =
  { output: unknown; assign?: Record<string, unknown>; summary?: Summary } | { error: ExecutionError } | null;

export interface WaitRecord {
  executionId: string;
  visitKey: string;
  record: unknown;
}

/** An expression or template in a node's config, to be compiled when the flow is saved. */
export interface Expression {
  /** Path within the config: `values.total`. */
  field: string;
  text: string;
  kind: 'expression' | 'template';
  /** Whether it may ask for secrets of authors: `secret("name")`. */
  mayAskForSecrets?: boolean;
}

/** A question that is put to nobody but the author who tries the flow. */
export interface Rehearsal<Config> {
  /** The fields that people would fill in. */
  specs(config: Config): VariableSpec[];
  /** @throws NodeError */
  ask(context: NodeContext<Config>): Promise<ShownQuestion>;
  /** Whether a comment can go with the answer; undefined: none can. */
  offer(config: Config): CommentOffer | undefined;
  /** What the flow would get. @param given checked against `specs` and `offer` @throws NodeError */
  answer(
    context: NodeContext<Config>,
    given: AnswerToTrial,
  ): Promise<{ output: unknown; assign?: Record<string, unknown> }>;
}

/**
 * The port that every kind of node implements. A node that reads what not everybody may read (a database, a tool server, a
 * memory) does so as `startedBy` of the visit: an assignment opens a chat to somebody, and nothing else.
 *
 * `run` does all that is slow and may be repeated; `write`, `resume` and
 * `cancel` are called by the engine inside a unit of its own and only touch the database.
 */
// The list of node types holds configs of every shape; each type narrows its own through `configSchema`.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface NodeType<Config = any> {
  type: string;
  displayName: string;
  configSchema: z.ZodType<Config>;
  /** The delegated permission that it uses as the person who started the execution (behaviour 5.3 B). */
  permission?: string | undefined;
  /** Whether a run that was cut short by a crash may simply run again. */
  effect: 'repeatable' | 'once';
  /** Only computes: its checkpoint may be merged with the next one. */
  isInstant: boolean;
  /** A visit always ends in a wait: such a node breaks a loop. */
  waits: boolean;
  /** It looks at what its execution has said before: that is stored first. */
  looksBack?: boolean;
  /** A visit can fail with `human_input_timeout`, so `on: timeout` edges may leave it. */
  timesOut?: boolean;
  /** Checks beyond the schema, when the flow is saved: field to what is wrong with it. */
  check?(config: Config, definition: FlowDefinition): FieldChecks;
  /** Checks of a version that is saved, which those that are stored already need not pass. */
  checkNew?(config: Config): FieldChecks;
  expressionsIn?(config: Config): Expression[];
  /** A run calls and asks nobody, though it is not instant: a trial does it as it is. */
  onlyComputes?: boolean;
  /** What stands in a trial in place of asking people. */
  rehearsal?: Rehearsal<Config>;
  /** @throws NodeError */
  run(context: NodeContext<Config>): Promise<RunResult>;
  write?(unit: Unit, records: WaitRecord[], now: number): Promise<void>;
  /** What visits came to; null for those that still wait. It must only read: the engine may not use what it says. */
  resume?(unit: Unit, visits: Visit[], now: number): Promise<Resumed[]>;
  /** @param by who cancelled the executions; null: they failed */
  cancel?(unit: Unit, executionIds: string[], by: string | null, now: number): Promise<void>;
}
