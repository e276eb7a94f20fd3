import type { Knex } from 'knex';
import { ulid } from 'ulid';
import type { Person } from '../../contract/people.ts';
import { createBatcher } from '../foundation/database/batcher.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Loop } from '../foundation/schedule/loops.ts';
import { ROOT, type Step } from './branchRules.ts';
import type { CompiledFlow } from './definition.ts';
import {
  checkpointExecutions,
  claimExecutions,
  endExecution,
  historiesOf,
  insertExecutions,
  insertSteps,
  reviveExecution,
  seeWakes,
  type Checkpoint,
  type CheckpointResult,
  type HeldExecution,
  type History,
  type NewExecution,
} from './executionStore.ts';
import type { Expressions, NodeType } from './nodeType.ts';
import { resumeVisits } from './resumeVisits.ts';
import type { Write } from './ledger.ts';
import { Run } from './run.ts';
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
  /** Something these executions wait for has happened and is committed: take them up now. */
  take(executionIds: string[]): void;
  /** Ends an unfinished execution and everything it asked; false when it had ended. Composes into the caller's unit. */
  cancel(unit: Unit, executionId: string, reason: string): Promise<boolean>;
  /** A failed execution goes on from the step that failed; false when it is in another state. */
  retry(unit: Unit, executionId: string): Promise<boolean>;
  loops: Loop[];
  /** Resolves when nothing runs on this server; for tests and for a calm stop. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const LEASE_MS = 10_000;

interface Claimed {
  held: HeldExecution;
  history: History;
}

/** Runs executions: durable, at most one server at a time each, thousands asleep for nothing. */
export function createEngine(parts: EngineParts): Engine {
  const { units, signals, nodeTypes, now, report, leaseMs = LEASE_MS } = parts;
  const owner = ulid();
  const runs = new Map<string, Run>();
  const working = new Set<Promise<unknown>>();
  let isClosed = false;

  const lease = () => ({ owner, until: now() + leaseMs });

  const starts = createBatcher<NewExecution, void>({
    perform: (executions) =>
      units.run(async ({ trx, afterCommit }) => {
        await insertExecutions(trx, executions);
        afterCommit(() => executions.forEach(({ id }) => signals.publish('execution', id)));
        return executions.map(() => {});
      }),
  });

  const claims = createBatcher<string, Claimed | null>({
    perform: (ids) =>
      units.run(async (unit) => {
        const held = await claimExecutions(unit.trx, [...new Set(ids)], lease(), now());
        const histories = await historiesOf(
          unit.trx,
          held.map(({ id }) => id),
        );
        await addResumed(unit, held, histories);
        const claimed = new Map(held.map((each) => [each.id, { held: each, history: histories.get(each.id)! }]));
        return ids.map((id, n) => (ids.indexOf(id) === n ? (claimed.get(id) ?? null) : null));
      }),
  });

  /** Stores what woken visits came to, so that an answer enters its execution exactly once. */
  async function addResumed(unit: Unit, held: HeldExecution[], histories: Map<string, History>): Promise<void> {
    const resumed = await resumeVisits(unit, held, histories, nodeTypes, now());
    const rows = [...resumed].flatMap(([id, steps]) => {
      const history = histories.get(id)!;
      const first = history.steps.length + 1;
      history.steps.push(...steps);
      return steps.map((step, n) => ({ executionId: id, seq: first + n, step }));
    });
    await insertSteps(unit.trx, rows);
  }

  const checkpoints = createBatcher<{ checkpoint: Checkpoint; writes: Write[] }, CheckpointResult>({
    sizeOf: ({ writes }) => Math.max(1, ...writes.map(({ weight }) => Math.ceil(weight / 2))),
    perform: (items) =>
      units.run(async (unit) => {
        const results = await checkpointExecutions(
          unit.trx,
          items.map(({ checkpoint }) => checkpoint),
        );
        const stored = items.filter((_, n) => results[n]!.stored);
        await writeRecords(
          unit,
          stored.flatMap(({ writes }) => writes),
        );
        const failed = stored.flatMap(({ checkpoint }) => (checkpoint.status === 'failed' ? [checkpoint.id] : []));
        if (failed.length > 0) await cancelWaits(unit, failed, 'the execution failed');
        unit.afterCommit(() => stored.forEach(({ checkpoint }) => signals.publish('execution', checkpoint.id)));
        return results;
      }),
  });

  async function writeRecords(unit: Unit, writes: Write[]): Promise<void> {
    const types = new Set(writes.map(({ type }) => type));
    for (const type of types) {
      const records = writes.filter((write) => write.type === type).map(({ record }) => record);
      await nodeTypes.get(type)!.write?.(unit, records, now());
    }
  }

  async function cancelWaits(unit: Unit, executionIds: string[], reason: string): Promise<void> {
    for (const type of nodeTypes.values()) await type.cancel?.(unit, executionIds, reason, now());
  }

  function track(work: Promise<unknown>, executionId: string): void {
    const tracked = work.catch((error: unknown) => report(error, executionId)).finally(() => working.delete(tracked));
    working.add(tracked);
  }

  async function take(id: string): Promise<void> {
    if (isClosed) return;
    const current = runs.get(id);
    if (current && (await current.absorbWake())) return;
    if (current) return; // its last checkpoint finds the wake
    const claimed = await claims.add(id);
    if (claimed) await runHeld(claimed);
  }

  async function runHeld({ held, history }: Claimed): Promise<void> {
    const run = new Run(held, history, {
      flow: await parts.flowOf(held.flowId, held.flowVersion),
      expressions: parts.expressions,
      now,
      leaseMs,
      save: (checkpoint, writes) => checkpoints.add({ checkpoint, writes }),
      resume: (current, nextSeq) => resumeHeld(current, nextSeq),
      report,
    });
    runs.set(held.id, run);
    const isWoken = await run.go().finally(() => runs.delete(held.id));
    if (isWoken) await take(held.id);
  }

  async function resumeHeld(held: HeldExecution, nextSeq: number): Promise<Step[] | null> {
    return units.run(async (unit) => {
      if (!(await seeWakes(unit.trx, held.id, held.epoch))) return null;
      const nothingDone = new Map([[held.id, { steps: [], size: 0 }]]);
      const steps = (await resumeVisits(unit, [held], nothingDone, nodeTypes, now())).get(held.id) ?? [];
      await insertSteps(
        unit.trx,
        steps.map((step, n) => ({ executionId: held.id, seq: nextSeq + n, step })),
      );
      return steps;
    });
  }

  return {
    async start({ flow, version, variables, startedBy, chatId }) {
      const id = ulid(now());
      const at = now();
      const branches = [
        { id: ROOT, nodeId: flow.startNodeId, type: 'start', state: 'ready' as const, visitKey: null, enteredAt: at },
      ];
      const order = {
        id,
        flowId: flow.definition.id,
        flowVersion: version,
        starter: startedBy,
        chatId,
        variables,
        branches,
        startedAt: at,
        lease: lease(),
      };
      await starts.add(order);
      const held = {
        id,
        epoch: 1,
        flowId: order.flowId,
        flowVersion: version,
        starter: startedBy,
        chatId,
        variables,
        branches,
      };
      track(runHeld({ held, history: { steps: [], size: 0 } }), id);
      return id;
    },

    take: (ids) => ids.forEach((id) => track(take(id), id)),

    async cancel(unit, executionId, reason) {
      await cancelWaits(unit, [executionId], reason); // first: requests are locked before executions, everywhere
      const ended = await endExecution(
        unit.trx,
        executionId,
        'cancelled',
        { code: 'cancelled', message: reason },
        now(),
      );
      if (!ended) return false;
      const { steps } = (await historiesOf(unit.trx, [executionId])).get(executionId)!;
      const open = ended.branches.filter(
        ({ visitKey }) => visitKey !== null && !steps.some((step) => step.visitKey === visitKey),
      );
      await insertSteps(
        unit.trx,
        open.map((branch, n) => ({ executionId, seq: steps.length + n + 1, step: cancelledStep(branch, now()) })),
      );
      unit.afterCommit(() => {
        runs.get(executionId)?.lose();
        signals.publish('execution', executionId);
      });
      return true;
    },

    async retry(unit, executionId) {
      const isRevived = await reviveExecution(unit.trx, executionId, now());
      if (isRevived) unit.afterCommit(() => track(take(executionId), executionId));
      return isRevived;
    },

    loops: createTakeOverLoops({
      ...parts,
      owner,
      leaseMs,
      isRunning: (id) => runs.has(id),
      take: (ids) => ids.forEach((id) => track(take(id), id)),
    }),

    async settled() {
      while (working.size > 0) await Promise.all(working);
    },

    async close() {
      isClosed = true;
      while (working.size > 0) await Promise.all(working);
    },
  };
}

function cancelledStep(branch: { visitKey: string | null; nodeId: string; enteredAt: number }, at: number): Step {
  return {
    visitKey: branch.visitKey!,
    nodeId: branch.nodeId,
    status: 'cancelled',
    output: null,
    assigned: null,
    summary: null,
    error: null,
    startedAt: branch.enteredAt,
    endedAt: at,
  };
}
