import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import type { Summary } from '../../contract/summaries.ts';
import {
  addToContext,
  countVisits,
  foldContext,
  nextWakeAt,
  toRetry,
  visitKeyOf,
  type Branch,
  type Step,
} from './branchRules.ts';
import type { Checkpoint } from './executionStore.ts';
import type { Asleep } from './historyCache.ts';
import type { HeldExecution } from './leaseStore.ts';
import { sizeOfStep, type History } from './stepStore.ts';
import type { WaitRecord } from './nodeType.ts';

/** Limits that no sane execution reaches. */
export const RUN_LIMITS = { steps: 10_000, contextSize: 1_000_000 };

/** A record that a node stores with the checkpoint. */
export interface Write {
  type: string;
  record: WaitRecord;
  /** Approximate number of rows. */
  weight: number;
  onCommit?(): void;
  onRollback?(): void;
}

/** The result of a visit, as the node reported it. */
export interface Result {
  status: Step['status'];
  output?: unknown;
  assign?: Record<string, unknown>;
  summary?: Summary;
  error?: ExecutionError;
}

/** The in-memory state of a held execution, and the part of it that is not stored yet. */
export class Ledger {
  readonly branches: Map<string, Branch>;
  readonly context: Record<string, unknown>;
  private readonly visits: Map<string, number>;
  private readonly stored: Step[];
  private size: number;
  private unsaved: Step[] = [];
  private writes: Write[] = [];

  constructor(
    readonly held: HeldExecution,
    history: History,
    private readonly now: () => number,
  ) {
    this.branches = new Map(held.branches.map((branch) => [branch.id, branch]));
    this.context = foldContext(held.variables, history.steps);
    this.visits = countVisits(history.steps, held.branches);
    this.stored = history.steps;
    this.size = history.size;
  }

  /** The number of the next step. */
  get nextSeq(): number {
    return this.stored.length + 1;
  }

  nextVisitKey(nodeId: string): string {
    const visit = (this.visits.get(nodeId) ?? 0) + 1;
    this.visits.set(nodeId, visit);
    return visitKeyOf(nodeId, visit);
  }

  /** Adds the result of a visit; its output is in the context from now on. */
  record(branch: Branch, { status, output, assign, summary, error }: Result): Step {
    const step: Step = {
      visitKey: branch.visitKey!,
      nodeId: branch.nodeId,
      status,
      output: output ?? null,
      assigned: assign ?? null,
      summary: summary ?? null,
      error: error ?? null,
      startedAt: branch.enteredAt,
      endedAt: this.now(),
    };
    this.unsaved.push(step);
    this.size += sizeOfStep(step);
    addToContext(this.context, step);
    return step;
  }

  /** Adds steps of this execution that another unit has stored already. */
  addStored(steps: Step[]): void {
    this.stored.push(...steps);
    for (const step of steps) {
      this.size += sizeOfStep(step);
      addToContext(this.context, step);
    }
  }

  write(branch: Branch, record: unknown, more: Partial<Pick<Write, 'weight' | 'onCommit' | 'onRollback'>> = {}): void {
    const written = { executionId: this.held.id, visitKey: branch.visitKey!, record };
    this.writes.push({ type: branch.type, record: written, ...more, weight: more.weight ?? 1 });
  }

  /** Whether records of nodes are still to be stored. */
  get owesWrites(): boolean {
    return this.writes.length > 0;
  }

  /** The state to cache for an execution that falls asleep; all of it counts as stored. */
  get asleep(): Asleep {
    return { branches: [...this.branches.values()], history: { steps: this.stored, size: this.size } };
  }

  /** The failure if the execution has exceeded a limit. */
  get excess(): ExecutionError | null {
    if (this.size > RUN_LIMITS.contextSize) return failure('context_too_large');
    if (this.stored.length + this.unsaved.length >= RUN_LIMITS.steps)
      return failure('too_many_steps', { count: RUN_LIMITS.steps });
    return null;
  }

  /** Everything not stored yet, for one checkpoint; it counts as stored from now on. */
  between(): { checkpoint: Checkpoint; writes: Write[] } {
    return this.take({ status: 'running', wakeAt: null, endedAt: null, error: null, isHeld: true });
  }

  /** The checkpoint that releases the execution: asleep, completed, or failed with all its waits withdrawn. */
  last(failure: ExecutionError | null): { checkpoint: Checkpoint; writes: Write[] } {
    const endedAt = this.now();
    if (failure) {
      const waits = [...this.branches.values()].filter(({ state }) => state === 'waiting');
      this.withdrawWaits(waits);
      for (const branch of toRetry(this.branches.values())) this.branches.set(branch.id, branch);
      return this.take({ status: 'failed', wakeAt: null, endedAt, error: failure, isHeld: false, waits });
    }
    if (this.branches.size === 0)
      return this.take({ status: 'completed', wakeAt: null, endedAt, error: null, isHeld: false });
    const wakeAt = nextWakeAt(this.branches.values());
    return this.take({ status: 'waiting', wakeAt, endedAt: null, error: null, isHeld: false });
  }

  private take(state: Pick<Checkpoint, 'status' | 'wakeAt' | 'endedAt' | 'error' | 'isHeld' | 'waits'>) {
    const { id, epoch, logId } = this.held;
    const steps = this.unsaved.map((step, n) => ({ seq: this.nextSeq + n, step }));
    const { writes } = this;
    this.stored.push(...this.unsaved);
    this.unsaved = [];
    this.writes = [];
    return {
      checkpoint: { id, epoch, logId, ...state, branches: JSON.stringify([...this.branches.values()]), steps },
      writes,
    };
  }

  /**
   * Drops the questions that are not stored yet, and cancels all waiting visits. Messages that are not stored yet are
   * kept.
   */
  private withdrawWaits(waiting: Branch[]): void {
    const keys = new Set(waiting.map(({ visitKey }) => visitKey));
    const isWithdrawn = ({ record }: Write) => keys.has(record.visitKey);
    for (const write of this.writes.filter(isWithdrawn)) write.onRollback?.();
    this.writes = this.writes.filter((write) => !isWithdrawn(write));
    for (const branch of waiting) this.record(branch, { status: 'cancelled' });
  }
}
