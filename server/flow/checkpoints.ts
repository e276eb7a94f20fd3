import type { ExecutionError } from '../../contract/executions.ts';
import type { Checkpoint, CheckpointResult } from './executionStore.ts';
import type { Ledger, Write } from './ledger.ts';

export interface CheckpointParts {
  now(): number;
  save(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult>;
}

interface Run {
  /** Another server holds the execution by now. */
  onRefused(): void;
  /** The run is about to end with a failure. */
  hasFailed(): boolean;
}

/** Stores the checkpoints of a held execution one after another, and tells nodes whether their records were stored. */
export class Checkpoints {
  private latest: Promise<unknown> = Promise.resolve();
  private broken: { by: unknown } | null = null;

  constructor(
    private readonly ledger: Ledger,
    private readonly parts: CheckpointParts,
    private readonly run: Run,
  ) {}

  /**
   * What has happened so far, for a run that continues. After a failure nothing is stored before the last checkpoint: if
   * the server died in between, the next one would not know of the failure.
   */
  between(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.run.hasFailed()) await this.save(this.ledger.between());
    });
  }

  /** Everything, for a run that is over. */
  last(failure: ExecutionError | null): Promise<CheckpointResult> {
    return this.inTurn(() => this.save(this.ledger.last(failure)));
  }

  /**
   * Runs `work` after the checkpoints before it are stored. Once one has failed, nothing more is stored: its steps and
   * questions are lost, and later ones must not be stored without them.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.latest.then(async () => {
      if (this.broken) throw this.broken.by;
      return work();
    });
    this.latest = result.catch((by: unknown) => void (this.broken ??= { by }));
    return result;
  }

  /** The run is lost: nothing still pending will be stored. */
  forget(): void {
    rollBack(this.ledger.between().writes);
  }

  private async save({ checkpoint, writes }: { checkpoint: Checkpoint; writes: Write[] }): Promise<CheckpointResult> {
    const result = await this.parts.save(checkpoint, writes).catch((error: unknown) => {
      rollBack(writes);
      throw error;
    });
    if (!result.stored) {
      rollBack(writes);
      this.run.onRefused();
    } else for (const { onCommit } of writes) onCommit?.();
    return result;
  }
}

function rollBack(writes: Write[]): void {
  for (const { onRollback } of writes) onRollback?.();
}
