import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Beginning } from './beginning.ts';
import { createLaterQueue, type LaterQueue } from './laterQueue.ts';
import type { CompiledFlow } from './definition.ts';
import type { Claimed } from './claimBatch.ts';
import type { ExecutionUnits } from './executionUnits.ts';
import type { ExpressionService } from './expressions.ts';
import type { Claim, HeldExecution } from './leaseStore.ts';
import { Run } from './run.ts';
import { TakenUp } from './takenUp.ts';

interface Parts {
  units: ExecutionUnits;
  flowOf(flowId: string, version: number): Promise<CompiledFlow>;
  expressions: Pick<ExpressionService, 'of'>;
  now(): number;
  report(error: unknown, executionId: string): void;
}

/** Stores a run that is ahead of the stored state of its execution. */
type Storing = Pick<Beginning | TakenUp, 'save' | 'hasBegun'>;

/** The executions that are running on this server. */
export interface LiveRuns {
  /** Continues an execution that this server has just claimed. */
  run(claimed: Claimed): void;
  /** Runs an execution that was just started, and stores it. */
  begin(held: HeldExecution, beginning: Beginning): void;
  /**
   * An execution was woken: claims it, or lets its run absorb the wake. If a claim is already in progress, there is no
   * second one: the run that follows sees the wake, now or when it releases the execution.
   */
  take(executionId: string): void;
  /**
   * Claims woken executions as part of the caller's unit. They compute at once, and do everything else after the commit.
   * Returns those that could not be claimed here: the caller has to wake them.
   */
  takeIn(unit: Unit, executionIds: string[]): Promise<string[]>;
  /**
   * Like `take`, for executions that nobody is waiting for right now, such as those that time has woken. They are queued,
   * because many may come at once; if the queue is full, a later look finds them again.
   *
   * @param from the dead server that holds it, if any
   */
  takeLater(executionId: string, from?: string | null): void;
  /** Stops the run of an execution that was ended from outside. */
  lose(executionId: string): void;
  /** True if it runs here, is being claimed, or is queued. */
  has(executionId: string): boolean;
  /** Ids of those that run here and have a branch that is due. */
  due(now: number): string[];
  count(): number;
  /** True if anything runs here, or has run since the last call. */
  wasBusy(): boolean;
  /** Resolves when nothing runs here. */
  settled(): Promise<void>;
  /** Claims nothing more. Each run stops after its current node, and goes to another server. */
  handOver(): void;
  /** After `handOver`: waits for the runs, but only briefly for those that compute or call out. */
  close(): Promise<void>;
}

/** An expression takes a tenth of a second: a run that still computes after this long is stuck in a queue. */
const COMPUTING_MS = 2000;
/** The time that a call which must not be made twice has to finish. */
const CALLING_MS = 10_000;
/**
 * The queue of `takeLater`. A batch of 64 is short enough for starts and answers to wait behind it, and the queue has room for
 * all that one look of the fallback finds.
 */
export const LATER = { places: 64, placeMs: 2000, room: 2000 };

export const createLiveRuns = (parts: Parts): LiveRuns => new Runs(parts);

class Runs implements LiveRuns {
  private readonly runs = new Map<string, Run>();
  private readonly taking = new Set<string>();
  private readonly later: LaterQueue<Claim>;
  /** Woken too late for their run to absorb the wake, and perhaps for its last checkpoint to see it. */
  private readonly wokenLate = new Set<string>();
  /** Run in units that are not committed yet. If they are woken, they are claimed when the outcome of the unit is known. */
  private readonly ahead = new Set<string>();
  private readonly working = new Set<Promise<unknown>>();
  private isHandedOver = false;
  private isInterrupted = false;
  private hasRun = false;

  constructor(private readonly parts: Parts) {
    this.later = createLaterQueue({ ...LATER, begin: (claim) => this.track(this.takeUp(claim), claim.id) });
  }

  run(claimed: Claimed): void {
    void this.track(this.carryOn(claimed), claimed.held.id);
  }

  begin(held: HeldExecution, beginning: Beginning): void {
    const running = this.carryOn({ held, history: { steps: [], size: 0 } }, beginning);
    void this.track(
      running.finally(() => beginning.store()), // also if it was lost before its first checkpoint
      held.id,
    );
  }

  take(id: string): void {
    this.later.remove(id);
    void this.track(this.takeUp({ id, from: null }), id);
  }

  async takeIn(unit: Unit, ids: string[]): Promise<string[]> {
    if (this.isHandedOver) return ids;
    const taken = await this.parts.units.claimIn(
      unit,
      ids.filter((id) => !this.runs.has(id) && !this.taking.has(id)),
    );
    const runs = taken.map((claimed) => this.goOnIn(unit, claimed));
    if (runs.length > 0) unit.beforeCommit((commitBehind) => this.storeIn({ ...unit, commitBehind }, runs));
    const takenIds = new Set(taken.map(({ held }) => held.id));
    return ids.filter((id) => !takenIds.has(id));
  }

  private goOnIn(unit: Unit, claimed: Claimed): TakenUp {
    const { id } = claimed.held;
    const takenUp = new TakenUp(unit, id, this.parts.units);
    const running = this.track(this.carryOn(claimed, takenUp), id);
    this.ahead.add(id);
    unit.afterCommit(() => {
      if (this.isWokenSince(id)) this.take(id);
    });
    unit.afterRollback(() => {
      if (this.isWokenSince(id)) void running.then(() => this.take(id)); // once this run is lost, nobody holds it
    });
    return takenUp;
  }

  private isWokenSince(id: string): boolean {
    this.ahead.delete(id);
    return this.wokenLate.delete(id);
  }

  /** Runs that only compute reach their checkpoint within one turn of the event loop; the unit does not wait for others. */
  private async storeIn(unit: Unit, runs: TakenUp[]): Promise<void> {
    await new Promise(setImmediate);
    const ready = runs.flatMap((run) => (run.inUnit ? [{ run, checkpoint: run.inUnit }] : []));
    const results = await this.parts.units.storeClaims(
      unit,
      ready.map(({ checkpoint }) => checkpoint),
      runs.filter((run) => !run.inUnit).map(({ id }) => id),
    );
    ready.forEach(({ run }, n) => run.storedInUnit(results[n]!));
  }

  takeLater(id: string, from: string | null = null): void {
    if (this.isHandedOver) return this.parts.units.passOn(id);
    if (this.runs.has(id)) return this.take(id); // its run absorbs the wake
    if (!this.taking.has(id)) this.later.add(id, { id, from });
  }

  lose(id: string): void {
    this.runs.get(id)?.lose();
  }

  has(id: string): boolean {
    return this.runs.has(id) || this.taking.has(id) || this.later.has(id);
  }

  due(now: number): string[] {
    return [...this.runs].filter(([, run]) => run.isDue(now)).map(([id]) => id);
  }

  count(): number {
    return this.runs.size;
  }

  wasBusy(): boolean {
    const was = this.hasRun;
    this.hasRun = this.runs.size > 0;
    return was;
  }

  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  handOver(): void {
    this.isHandedOver = true;
    for (const id of this.later.clear()) this.parts.units.passOn(id);
    for (const run of this.runs.values()) run.handOver();
  }

  async close(): Promise<void> {
    const interruption = setTimeout(() => {
      this.isInterrupted = true;
      for (const run of this.runs.values()) run.interrupt();
    }, COMPUTING_MS);
    const end = setTimeout(() => {
      for (const run of this.runs.values()) run.lose();
    }, CALLING_MS);
    await this.settled();
    clearTimeout(interruption);
    clearTimeout(end);
  }

  private track(work: Promise<void>, executionId: string): Promise<void> {
    const tracked = work
      .catch((error: unknown) => this.parts.report(error, executionId))
      .finally(() => this.working.delete(tracked));
    this.working.add(tracked);
    return tracked;
  }

  private async takeUp(claim: Claim): Promise<void> {
    const { id } = claim;
    if (this.ahead.has(id)) return void this.wokenLate.add(id);
    if (this.taking.has(id)) return;
    const current = this.runs.get(id);
    if (current) {
      if (!(await current.absorbWake())) this.wokenLate.add(id);
      return;
    }
    if (this.isHandedOver) return this.parts.units.passOn(id);
    this.taking.add(id);
    const claimed = await this.parts.units.claim(claim).catch((error: unknown) => {
      this.taking.delete(id);
      throw error;
    });
    if (claimed) await this.carryOn(claimed);
    else this.taking.delete(id);
  }

  private async carryOn(claimed: Claimed, storing?: Storing): Promise<void> {
    const { id } = claimed.held;
    this.taking.add(id);
    const run = await this.prepare(claimed, storing).finally(() => this.taking.delete(id));
    this.hasRun = true;
    this.runs.set(id, run);
    if (this.isInterrupted) run.interrupt();
    if (this.isHandedOver) run.handOver();
    const { isWoken, asleep, isLeft } = await run.go().finally(() => this.runs.delete(id));
    if (asleep) this.parts.units.remember(claimed.held, asleep);
    if (isLeft) return this.parts.units.release(id);
    if (this.wokenLate.delete(id) || isWoken) await this.takeUp({ id, from: null });
  }

  private async prepare({ held, history }: Claimed, storing?: Storing): Promise<Run> {
    const { units, flowOf, expressions, now, report } = this.parts;
    const flow = await flowOf(held.flowId, held.flowVersion);
    return new Run(held, history, {
      flow,
      expressions,
      now,
      save: (checkpoint, writes) => (storing ? storing.save(checkpoint, writes) : units.checkpoint(checkpoint, writes)),
      hasBegun: () => storing?.hasBegun ?? true,
      resume: (current, nextSeq) => units.resumeHeld(current, nextSeq),
      report,
    });
  }
}
