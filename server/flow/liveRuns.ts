import type { CompiledFlow } from './definition.ts';
import type { Claimed, ExecutionUnits } from './executionUnits.ts';
import type { Expressions } from './nodeType.ts';
import { Run } from './run.ts';

interface Parts {
  units: ExecutionUnits;
  flowOf(flowId: string, version: number): Promise<CompiledFlow>;
  expressions: Expressions;
  now(): number;
  leaseMs: number;
  report(error: unknown, executionId: string): void;
}

/** The executions that run on this server right now. */
export interface LiveRuns {
  /** Carries on what this server has just taken. */
  run(claimed: Claimed): void;
  /** Something this execution waits for has happened: takes it up, or lets its run absorb the wake. */
  take(executionId: string): void;
  /** It was ended from outside. */
  lose(executionId: string): void;
  has(executionId: string): boolean;
  ids(): string[];
  /** Resolves when nothing runs here. */
  settled(): Promise<void>;
  /** Takes nothing new, and waits for what runs. */
  close(): Promise<void>;
}

export function createLiveRuns({ units, flowOf, expressions, now, leaseMs, report }: Parts): LiveRuns {
  const runs = new Map<string, Run>();
  /** Woken too late for their run to absorb it, and perhaps too late for its last checkpoint to see it. */
  const wokenLate = new Set<string>();
  const working = new Set<Promise<unknown>>();
  let isClosed = false;

  function track(work: Promise<unknown>, executionId: string): void {
    const tracked = work.catch((error: unknown) => report(error, executionId)).finally(() => working.delete(tracked));
    working.add(tracked);
  }

  async function take(id: string): Promise<void> {
    if (isClosed) return;
    const current = runs.get(id);
    if (current) {
      if (!(await current.absorbWake())) wokenLate.add(id);
      return;
    }
    const claimed = await units.claim(id);
    if (claimed) await carryOn(claimed);
  }

  async function carryOn({ held, history }: Claimed): Promise<void> {
    const flow = await flowOf(held.flowId, held.flowVersion);
    const run = new Run(held, history, {
      flow,
      expressions,
      now,
      leaseMs,
      save: (checkpoint, writes) => units.checkpoint(checkpoint, writes),
      resume: (current, nextSeq) => units.resumeHeld(current, nextSeq),
      report,
    });
    runs.set(held.id, run);
    const { isWoken, asleepWith } = await run.go().finally(() => runs.delete(held.id));
    if (asleepWith) units.remember(held, asleepWith);
    if (wokenLate.delete(held.id) || isWoken) await take(held.id);
  }

  async function settled(): Promise<void> {
    while (working.size > 0) await Promise.all(working);
  }

  return {
    run: (claimed) => track(carryOn(claimed), claimed.held.id),
    take: (id) => track(take(id), id),
    lose: (id) => runs.get(id)?.lose(),
    has: (id) => runs.has(id),
    ids: () => [...runs.keys()],
    settled,
    async close() {
      isClosed = true;
      await settled();
    },
  };
}
