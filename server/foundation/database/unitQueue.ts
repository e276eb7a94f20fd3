import type { UnitOfWork } from './unitOfWork.ts';

export interface WatchedUnits extends UnitOfWork {
  /** How long the longest-waiting unit has waited for its turn, in ms. */
  waitedMs(): number;
}

interface Observer {
  /** A unit has started, or was given up before that. */
  waited?(ms: number): void;
  /** A started unit has ended. */
  ended?(ms: number, isStored: boolean): void;
}

export function watchUnits(units: UnitOfWork, { waited = () => {}, ended = () => {} }: Observer = {}): WatchedUnits {
  const waiting = new Set<{ since: number }>(); // the longest waiting first

  /** False if it no longer waits, because this is a retry. */
  function endWait(entry: { since: number }): boolean {
    const wasWaiting = waiting.delete(entry);
    if (wasWaiting) waited(performance.now() - entry.since);
    return wasWaiting;
  }

  return {
    run(work) {
      const entry = { since: performance.now() };
      let end = (_isStored: boolean) => {};
      const begin = () => {
        const begunAt = performance.now();
        if (endWait(entry)) end = (isStored) => ended(performance.now() - begunAt, isStored);
      };
      waiting.add(entry);
      const result = units.run((unit) => {
        begin();
        return work(unit);
      });
      result.then(
        () => end(true),
        () => {
          endWait(entry);
          end(false);
        },
      );
      return result;
    },
    waitedMs() {
      const [first] = waiting;
      return first === undefined ? 0 : performance.now() - first.since;
    },
  };
}
