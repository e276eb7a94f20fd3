import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';

/** The units of a server that may die. */
export interface MortalUnits {
  units: UnitOfWork;
  /** Resolves when the server dies. */
  death: Promise<null>;
  isDead(): boolean;
  /** It dies in the unit after this many, which is stored or not. A dead server stays dead. */
  dieIn(count: number, isLastStored: boolean): void;
}

/** Neither the unit in which the server dies nor any later one ever returns, and nothing runs after its commit. */
export function mortalUnits(units: UnitOfWork): MortalUnits {
  const never = new Promise<never>(() => {});
  let left = Infinity;
  let isStored = false;
  let die!: () => void;
  const death = new Promise<null>((resolve) => (die = () => resolve(null)));
  const run: UnitOfWork['run'] = async (work) => {
    if (left < 0) return never;
    if (left-- > 0) return units.run(work);
    if (isStored) await units.run((unit) => work({ ...unit, afterCommit() {}, commitBehind() {} })).catch(() => {});
    die();
    return never;
  };
  return {
    units: { run },
    death,
    isDead: () => left < 0,
    dieIn(count, isLastStored) {
      if (left < 0) return;
      left = count;
      isStored = isLastStored;
    },
  };
}
