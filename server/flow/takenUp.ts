import type { Unit } from '../foundation/database/unitOfWork.ts';
import { NOT_STORED, type Checkpoint, type CheckpointResult } from './executionStore.ts';
import type { ExecutionUnits } from './executionUnits.ts';
import type { Write } from './ledger.ts';

/**
 * An execution that was claimed in a unit which is not committed yet. If its nodes only compute, the unit stores its first
 * checkpoint together with the claim. A run that calls out or takes longer waits for the commit.
 */
export class TakenUp {
  hasBegun = false;
  private readonly outcome: Promise<void>;
  private first: { checkpoint: Checkpoint; writes: Write[] } | null = null;
  private firstResult: CheckpointResult | null = null;

  constructor(
    { afterCommit, afterRollback }: Unit,
    readonly id: string,
    private readonly units: Pick<ExecutionUnits, 'checkpoint'>,
  ) {
    this.outcome = new Promise((resolve) => {
      afterCommit(() => {
        this.hasBegun = true;
        resolve();
      });
      afterRollback(resolve);
    });
  }

  /** The checkpoint to store in the unit; null if the run has not come that far, or has more to do with it. */
  get inUnit(): Checkpoint | null {
    if (!this.first || this.first.writes.length > 0) return null;
    const { checkpoint } = this.first;
    return checkpoint.status === 'failed' || checkpoint.logId !== null ? null : checkpoint;
  }

  storedInUnit(result: CheckpointResult): void {
    this.firstResult = result;
  }

  async save(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult> {
    this.first ??= { checkpoint, writes };
    await this.outcome;
    if (!this.hasBegun) return NOT_STORED;
    const stored = this.first.checkpoint === checkpoint ? this.firstResult : null;
    return stored ?? this.units.checkpoint(checkpoint, writes);
  }
}
