import type { Unit } from '../foundation/database/unitOfWork.ts';
import { NOT_STORED, type Checkpoint, type CheckpointResult } from './executionStore.ts';
import type { ExecutionUnits } from './executionUnits.ts';
import type { Write } from './ledger.ts';

/**
 * An execution that was taken up in a unit which is not committed yet. As long as its nodes only compute, its first
 * checkpoint is stored in that unit, too; what calls out, and what takes longer, waits until the unit is committed.
 */
export class TakenUp {
  hasBegun = false;
  private readonly outcome: Promise<void>;
  private first: { checkpoint: Checkpoint; writes: Write[] } | null = null;
  private firstResult: CheckpointResult | null = null;

  constructor(
    { afterCommit, afterRollback }: Unit,
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

  /** What is to be stored in the unit, if its run has come that far and nothing else has to be done with it. */
  get inUnit(): Checkpoint | null {
    if (!this.first || this.first.writes.length > 0) return null;
    const { checkpoint } = this.first;
    return checkpoint.status === 'failed' || checkpoint.logId !== null ? null : checkpoint;
  }

  /** What came of that. */
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
