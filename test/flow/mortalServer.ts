import type { Engine } from '../../server/flow/engine.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import type { EngineStage } from './engineStage.ts';

/** A server that can be killed. From then on no unit of it returns; one that is under way may be stored or not. */
export class MortalServer {
  readonly engine: Engine;
  private isDead = false;
  private die!: () => void;
  private readonly death: Promise<null>;

  constructor(private readonly stage: EngineStage) {
    this.death = new Promise((resolve) => (this.die = () => resolve(null)));
    this.engine = stage.engine(0, { run: this.run });
  }

  readonly run: UnitOfWork['run'] = async (work) => {
    const never = new Promise<never>(() => {});
    if (this.isDead) return never;
    const run = this.stage.store.units.run((unit) => {
      if (this.isDead) throw new Error('the server has died');
      return work(unit);
    });
    const outcome = await run.then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error;
      },
    );
    return this.isDead ? never : outcome();
  };

  kill(): void {
    this.isDead = true;
    this.stage.abandon(this.engine);
    this.die();
  }

  /** Ticks the loops of its engine at these moments of the two clocks. */
  async tick(now: number, steady: number): Promise<void> {
    const ticking = async () => {
      for (const loop of this.engine.loops) await loop.tick(now, steady);
    };
    await this.ifAlive(ticking());
  }

  /** Null if the server dies meanwhile: nobody knows whether it was done. */
  async ifAlive<T>(work: Promise<T>): Promise<T | null> {
    return Promise.race([work, this.death]);
  }
}
