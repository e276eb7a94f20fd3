import { isFaultOfContent } from '../foundation/database/unitOfWork.ts';
import type { Start } from './beginBatch.ts';
import type { StartOutcome } from './beginRules.ts';
import { NOT_STORED, type Checkpoint, type CheckpointResult } from './executionStore.ts';
import type { ExecutionUnits } from './executionUnits.ts';
import type { Write } from './ledger.ts';

/** A start is stored after this long, however far its execution has run: the caller waits for it. */
const PATIENCE_MS = 50;

/**
 * An execution that is not stored yet. While its nodes only compute, it is stored with its first checkpoint, in one
 * unit. A node that calls out, or one that takes long, has it stored first.
 */
export class Beginning {
  /** Resolves once the execution is stored or refused. Rejects if storing fails. */
  readonly outcome: Promise<StartOutcome>;
  hasBegun = false;
  private settle!: (outcome: Promise<StartOutcome>) => void;
  private isStoring = false;
  private readonly patience: NodeJS.Timeout;

  constructor(
    private readonly start: Start,
    private readonly units: Pick<ExecutionUnits, 'begin' | 'checkpoint'>,
  ) {
    this.outcome = new Promise((resolve) => (this.settle = resolve));
    this.patience = setTimeout(() => void this.store(), PATIENCE_MS);
  }

  /** Stores the execution in its initial state, unless it is stored already. Returns false if it was never begun. */
  async store(): Promise<boolean> {
    if (!this.isStoring) this.storeBy(this.units.begin(this.start));
    const begun = await this.outcome.catch(() => null); // the caller of `start` gets the error
    return (this.hasBegun = begun?.kind === 'begun');
  }

  /** Stores the execution together with the first checkpoint of its run. */
  async save(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult> {
    let isStoredWith = false;
    if (!this.isStoring) this.storeBy(this.storeWith({ checkpoint, writes }, () => (isStoredWith = true)));
    if (!(await this.store())) return NOT_STORED;
    return isStoredWith ? { stored: true, isWoken: false } : this.units.checkpoint(checkpoint, writes);
  }

  /** If the records of its nodes cannot be stored, the execution is stored without them. */
  private async storeWith(first: NonNullable<Start['first']>, whenStored: () => void): Promise<StartOutcome> {
    try {
      const begun = await this.units.begin({ ...this.start, first });
      whenStored();
      return begun;
    } catch (error) {
      if (!isFaultOfContent(error)) throw error;
      return this.units.begin(this.start);
    }
  }

  private storeBy(outcome: Promise<StartOutcome>): void {
    this.isStoring = true;
    clearTimeout(this.patience);
    this.settle(outcome);
  }
}
