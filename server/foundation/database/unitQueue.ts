import type { UnitOfWork } from './unitOfWork.ts';

export interface WatchedUnits extends UnitOfWork {
  /** How long the unit has waited that has waited longest for its turn, in ms. */
  waitedMs(): number;
}

export function watchUnits(units: UnitOfWork): WatchedUnits {
  const waiting = new Set<{ since: number }>(); // the longest waiting first
  return {
    run(work) {
      const entry = { since: performance.now() };
      waiting.add(entry);
      return units
        .run((unit) => {
          waiting.delete(entry);
          return work(unit);
        })
        .finally(() => waiting.delete(entry));
    },
    waitedMs() {
      const [first] = waiting;
      return first === undefined ? 0 : performance.now() - first.since;
    },
  };
}
