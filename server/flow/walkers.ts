/** Counts the branches of a run that are walking, and tells when the last one has stopped. */
export class Walkers {
  /** Resolves when no branch walks any more. */
  readonly idle: Promise<void>;
  private walking = 0;
  private onIdle!: () => void;

  /** @param onError called with the error of a walk: one walk does not stop the others */
  constructor(private readonly onError: (error: unknown) => void) {
    this.idle = new Promise((resolve) => (this.onIdle = resolve));
  }

  get count(): number {
    return this.walking;
  }

  /** Never rejects. */
  async walk(work: () => Promise<void>): Promise<void> {
    this.walking++;
    try {
      await work();
    } catch (error) {
      this.onError(error);
    } finally {
      if (--this.walking === 0) this.onIdle();
    }
  }
}
