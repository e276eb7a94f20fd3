import { isFaultOfContent } from '../foundation/database/unitOfWork.ts';
import type { Start } from './beginBatch.ts';
import type { Begun } from './beginRules.ts';
import { NOT_STORED, type Checkpoint, type CheckpointResult } from './executionStore.ts';
import type { ExecutionUnits } from './executionUnits.ts';
import type { Write } from './ledger.ts';

/** A start is stored after this long, however far its execution has come: whoever starts it waits for that. */
const PATIENCE_MS = 50;

/**
 * An execution that begins, of which nothing is stored yet. As long as its nodes only compute it is stored together with
 * its first checkpoint, in one unit; what calls out, and what takes long, has it stored before.
 */
export class Beginning {
  /** Resolves once it is stored, or is not to be. Rejects where it could not be stored. */
  readonly outcome: Promise<Begun>;
  hasBegun = false;
  private settle!: (outcome: Promise<Begun>) => void;
  private isStoring = false;
  private readonly patience: NodeJS.Timeout;

  constructor(
    private readonly start: Start,
    private readonly units: Pick<ExecutionUnits, 'begin' | 'checkpoint'>,
  ) {
    this.outcome = new Promise((resolve) => (this.settle = resolve));
    this.patience = setTimeout(() => void this.store(), PATIENCE_MS);
  }

  /** As it began, unless it is stored already. False: it never began. */
  async store(): Promise<boolean> {
    if (!this.isStoring) this.storeBy(this.units.begin(this.start));
    const begun = await this.outcome.catch(() => null); // whoever started it is told
    return (this.hasBegun = begun?.kind === 'begun');
  }

  /** The first checkpoint of a run brings it along. */
  async save(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult> {
    let isStoredWith = false;
    if (!this.isStoring) this.storeBy(this.storeWith({ checkpoint, writes }, () => (isStoredWith = true)));
    if (!(await this.store())) return NOT_STORED;
    return isStoredWith ? { stored: true, isWoken: false } : this.units.checkpoint(checkpoint, writes);
  }

  /** What its nodes want stored, and cannot be, does not keep an execution from beginning. */
  private async storeWith(first: NonNullable<Start['first']>, whenStored: () => void): Promise<Begun> {
    try {
      const begun = await this.units.begin({ ...this.start, first });
      whenStored();
      return begun;
    } catch (error) {
      if (!isFaultOfContent(error)) throw error;
      return this.units.begin(this.start);
    }
  }

  private storeBy(outcome: Promise<Begun>): void {
    this.isStoring = true;
    clearTimeout(this.patience);
    this.settle(outcome);
  }
}
