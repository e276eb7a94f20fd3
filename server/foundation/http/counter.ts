const MINUTE_MS = 60_000;
/** Keys to remember; beyond that, the key whose window ends first is dropped. */
const MOST_KEYS = 20_000;

/** Counts events per key, in windows that start with the first event. */
export interface Counter {
  /** Counts one event. @returns 0 within the limit, otherwise the ms until this key's window ends */
  add(key: string): number;
}

/** @param now ms on a clock that never steps back */
export function createCounter(most: number, now: () => number = () => performance.now()): Counter {
  const windows = new Map<string, { count: number; endsAt: number }>(); // in the order they end

  function forgetOver(at: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at && windows.size <= MOST_KEYS) return;
      windows.delete(key);
    }
  }

  return {
    add(key) {
      const at = now();
      forgetOver(at);
      const window = windows.get(key) ?? { count: 0, endsAt: at + MINUTE_MS };
      if (window.count === 0) windows.set(key, window);
      window.count++;
      return window.count > most ? window.endsAt - at : 0;
    },
  };
}
