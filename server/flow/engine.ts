import type { Knex } from 'knex';
import { newId } from '../foundation/newId.ts';
import type { Person } from '../../contract/people.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Loop } from '../foundation/schedule/loops.ts';
import { ROOT, type Branch } from './branchRules.ts';
import type { CompiledFlow } from './definition.ts';
import { reviveExecution } from './executionStore.ts';
import type { HeldExecution } from './leaseStore.ts';
import { createExecutionUnits } from './executionUnits.ts';
import { createLiveRuns } from './liveRuns.ts';
import type { Expressions, NodeType } from './nodeType.ts';
import { createTakeOverLoops } from './takeOver.ts';

export interface EngineParts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  nodeTypes: ReadonlyMap<string, NodeType>;
  /** The definition an execution began with. */
  flowOf(flowId: string, version: number): Promise<CompiledFlow>;
  expressions: Expressions;
  now(): number;
  report(error: unknown, executionId: string): void;
  /** Whether a waiter of this server holds this execution; it is then taken up before its grace is over. */
  isAwaitedHere(executionId: string): boolean;
  /** How long a server may be silent before another takes over what it holds. */
  leaseMs?: number;
}

export interface StartOrder {
  flow: CompiledFlow;
  version: number;
  variables: Record<string, unknown>;
  startedBy: Person;
  chatId: string | null;
}

export interface Engine {
  /** Resolves with the id once the execution is stored; it runs on its own from then on. */
  start(order: StartOrder): Promise<string>;
  /** The same as part of the caller's unit: it runs once that is committed. */
  startIn(unit: Unit, order: StartOrder): Promise<string>;
  /** Something these executions wait for has happened and is committed: take them up now. */
  take(executionIds: string[]): void;
  /**
   * Ends an unfinished execution and everything it asked; false when it had ended. Composes into the caller's unit.
   * @param by who cancels it, as they are called
   */
  cancel(unit: Unit, executionId: string, by: string): Promise<boolean>;
  /** A failed execution goes on from the step that failed; false when it is in another state. */
  retry(unit: Unit, executionId: string): Promise<boolean>;
  loops: Loop[];
  /** Resolves when nothing runs on this server; for tests and for a calm stop. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const LEASE_MS = 10_000;

/** Runs executions: durable, at most one server at a time each, thousands asleep for nothing. */
export function createEngine(parts: EngineParts): Engine {
  const { now, leaseMs = LEASE_MS } = parts;
  const owner = newId();
  const lease = () => ({ owner, until: now() + leaseMs });
  const units = createExecutionUnits({ ...parts, lease });
  const runs = createLiveRuns({ ...parts, units, leaseMs });

  return {
    async start(order) {
      const { held, startedAt } = toExecution(order, now());
      await units.begin({ ...held, startedAt, lease: lease() });
      runs.run({ held, history: { steps: [], size: 0 } });
      return held.id;
    },

    async startIn(unit, order) {
      const { held, startedAt } = toExecution(order, now());
      await units.beginIn(unit, { ...held, startedAt, lease: lease() });
      unit.afterCommit(() => runs.run({ held, history: { steps: [], size: 0 } }));
      return held.id;
    },

    take: (ids) => ids.forEach((id) => runs.take(id)),

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
    settled: () => runs.settled(),
    close: () => runs.close(),
  };
}

function toExecution(
  { flow, version, variables, startedBy, chatId }: StartOrder,
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
      variables,
      branches: [first],
    },
    startedAt: at,
  };
}
