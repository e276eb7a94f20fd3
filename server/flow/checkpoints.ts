import type { ExecutionError } from '../../contract/executions.ts';
import type { Checkpoint, CheckpointResult } from './executionStore.ts';
import type { Ledger, Write } from './ledger.ts';

export interface CheckpointParts {
  now(): number;
  leaseMs: number;
  save(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult>;
}

/** Stores a held execution, one checkpoint after another, and tells nodes what became of what they wrote with it. */
export class Checkpoints {
  private latest: Promise<unknown> = Promise.resolve();

  /** @param onRefused somebody else holds the execution by now */
  constructor(
    private readonly ledger: Ledger,
    private readonly parts: CheckpointParts,
    private readonly onRefused: () => void,
  ) {}

  /** What has happened up to here, for a run that goes on. */
  between(): Promise<CheckpointResult> {
    return this.save(() => this.ledger.between(this.parts.now() + this.parts.leaseMs));
  }

  /** Everything, for a run that is over. */
  last(failure: ExecutionError | null): Promise<CheckpointResult> {
    return this.save(() => this.ledger.last(failure));
  }

  /** What else changes the stored execution waits until the checkpoints before it are stored. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.latest.then(work);
    this.latest = result.catch(() => {});
    return result;
  }

  private save(take: () => { checkpoint: Checkpoint; writes: Write[] }): Promise<CheckpointResult> {
    return this.inTurn(async () => {
      const { checkpoint, writes } = take();
      const result = await this.parts.save(checkpoint, writes).catch((error: unknown) => {
        rollBack(writes);
        throw error;
      });
      if (!result.stored) {
        rollBack(writes);
        this.onRefused();
      } else for (const { onCommit } of writes) onCommit?.();
      return result;
    });
  }
}

function rollBack(writes: Write[]): void {
  for (const { onRollback } of writes) onRollback?.();
}
