import type { Knex } from 'knex';
import { ProblemError } from '../foundation/errors.ts';
import type { Limits } from '../foundation/limits.ts';
import { newId } from '../foundation/newId.ts';
import type { Person } from '../../contract/people.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Loop } from '../foundation/schedule/loops.ts';
import { keyReused, type RequestKey } from '../foundation/requestKey.ts';
import type { StartOutcome, StartLimit } from './beginRules.ts';
import { Beginning } from './beginning.ts';
import { ROOT, type Branch } from './branchRules.ts';
import type { CompiledFlow } from './definition.ts';
import { chatRetired } from './chatRetired.ts';
import { flowRetired } from './flowRetired.ts';
import { reviveExecution } from './executionStore.ts';
import type { HeldExecution } from './leaseStore.ts';
import { createExecutionUnits, type EndedExecution } from './executionUnits.ts';
import { createLiveRuns } from './liveRuns.ts';
import type { ExpressionService } from './expressions.ts';
import type { NodeType } from './nodeType.ts';
import { createTakeOverLoops } from './takeOver.ts';

export interface EngineParts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  nodeTypes: ReadonlyMap<string, NodeType>;
  /** The definition that an execution began with. */
  flowOf(flowId: string, version: number): Promise<CompiledFlow>;
  expressions: Pick<ExpressionService, 'of'>;
  limits: Pick<Limits, StartLimit>;
  now(): number;
  report(error: unknown, executionId: string): void;
  /** Whether a waiter on this server watches the execution; it is then taken up before its grace period ends. */
  isAwaitedHere(executionId: string): boolean;
  /** Called in the unit in which an execution ends that was started from the log of an assignment. */
  onEnded?(unit: Unit, ended: EndedExecution): Promise<void>;
  /** How long a server may be silent before another server takes over its executions, by the other's steady clock. */
  leaseMs?: number;
}

export interface StartOrder {
  flow: CompiledFlow;
  version: number;
  variables: Record<string, unknown>;
  /** Display title; the flow's name if null or absent. */
  title?: string | null;
  startedBy: Person;
  chatId: string | null;
  /** A log of that chat other than the person's own. */
  logId?: string | null;
  /** Idempotency key: repeated orders start it once. */
  key?: RequestKey | null;
}

export interface Engine {
  /**
   * Resolves with the id once the execution is stored; it then runs by itself.
   * @throws ProblemError flow_retired, chat_retired; limit_reached; validation_failed if the key belongs to another start
   */
  start(order: StartOrder): Promise<string>;
  /** Like `start`, in the caller's unit: it runs once the unit is committed. @throws the same */
  startIn(unit: Unit, order: StartOrder): Promise<string>;
  /** Takes up executions whose awaited event has happened and is committed. */
  take(executionIds: string[]): void;
  /**
   * Takes up executions in the caller's unit, which stores the event they wait for. Returns those that it did not take:
   * the caller has to wake them, and take them after the commit.
   */
  takeIn(unit: Unit, executionIds: string[]): Promise<string[]>;
  /** Like `take` with lower priority, for executions that nobody is waiting for. */
  takeLater(executionIds: string[]): void;
  /**
   * Cancels an unfinished execution and its open requests, in the caller's unit; false if it has ended already.
   * @param by display name of the person who cancels it
   */
  cancel(unit: Unit, executionId: string, by: string): Promise<boolean>;
  /** A failed execution resumes at the step that failed; false if it has not failed. */
  retry(unit: Unit, executionId: string): Promise<boolean>;
  loops: Loop[];
  /** How many executions run on this server. */
  running(): number;
  /** Resolves when nothing runs on this server; for tests and calm stops. */
  settled(): Promise<void>;
  /**
   * Stops this server's runs: each branch ends with its current node, and other servers continue. So they do with
   * anything that is started or woken here later.
   */
  handOver(): void;
  /**
   * After `handOver`: resolves when this server holds nothing. Nodes that take too long are left, as by a dead server.
   */
  close(): Promise<void>;
}

const LEASE_MS = 10_000;

/** Runs executions durably, each on at most one server at a time. Sleeping executions cost nothing. */
export function createEngine(parts: EngineParts): Engine {
  const { now, leaseMs = LEASE_MS } = parts;
  const owner = newId();
  const units = createExecutionUnits({ onEnded: async () => {}, ...parts, owner });
  const runs = createLiveRuns({ ...parts, units });
  const unsubscribe = parts.signals.subscribe({
    changed(topic, ids) {
      if (topic === 'free') for (const id of ids) runs.takeLater(id);
    },
  });
  const handOver = () => {
    unsubscribe(); // other servers take what this one frees
    runs.handOver();
  };

  return {
    async start(order) {
      const { held, startedAt } = toExecution(order, now());
      const branches = held.branches.map((branch) => ({ ...branch })); // the run changes its own
      const { title = null, key = null } = order;
      const start = { execution: { ...held, branches, title, startedAt, owner }, key };
      const beginning = new Beginning(start, units);
      runs.begin(held, beginning);
      const begun = await beginning.outcome;
      if (begun.kind === 'repeated') return begun.executionId;
      refuseUnlessBegun(begun, parts.limits);
      return held.id;
    },

    async startIn(unit, order) {
      const { held, startedAt } = toExecution(order, now());
      const { title = null } = order;
      refuseUnlessBegun(await units.beginIn(unit, { ...held, title, startedAt, owner }), parts.limits);
      unit.afterCommit(() => runs.run({ held, history: { steps: [], size: 0 } }));
      return held.id;
    },

    take: (ids) => ids.forEach((id) => runs.take(id)),
    takeIn: (unit, ids) => runs.takeIn(unit, ids),
    takeLater: (ids) => ids.forEach((id) => runs.takeLater(id)),

    async cancel(unit, executionId, by) {
      const isCancelled = await units.cancel(unit, executionId, by);
      if (isCancelled) unit.afterCommit(() => runs.lose(executionId));
      return isCancelled;
    },

    async retry(unit, executionId) {
      const isRevived = await reviveExecution(unit.trx, executionId, now());
      if (isRevived) unit.afterCommit(() => runs.take(executionId));
      return isRevived;
    },

    loops: createTakeOverLoops({ ...parts, owner, leaseMs, runs }),
    running: () => runs.count(),
    settled: () => runs.settled(),
    handOver,
    async close() {
      handOver();
      await runs.close();
      await units.leave();
    },
  };
}

const HOUR_SECONDS = 3600;

/** @throws ProblemError */
function refuseUnlessBegun(begun: StartOutcome, limits: Pick<Limits, StartLimit>): void {
  if (begun.kind === 'key_reused') throw keyReused();
  if (begun.kind === 'retired') throw begun.what === 'flow' ? flowRetired() : chatRetired();
  if (begun.kind !== 'refused') return;
  const count = limits[begun.limit];
  const detail =
    begun.limit === 'startsPerHour'
      ? `You have started ${count} executions within an hour; no more are started.`
      : `You have ${count} executions that have not ended; no more are started.`;
  throw new ProblemError('limit_reached', detail, { retryAfterSeconds: HOUR_SECONDS });
}

function toExecution(
  { flow, version, variables, startedBy, chatId, logId = null }: StartOrder,
  at: number,
): { held: HeldExecution; startedAt: number } {
  const nodeId = flow.startNodeId;
  const first: Branch = {
    id: ROOT,
    nodeId,
    type: flow.nodes.get(nodeId)!.type.type,
    state: 'ready',
    visitKey: null,
    enteredAt: at,
  };
  const flowId = flow.definition.id;
  return {
    held: {
      id: newId(at),
      epoch: 1,
      flowId,
      flowVersion: version,
      starter: startedBy,
      chatId,
      logId,
      variables,
      branches: [first],
    },
    startedAt: at,
  };
}
