/** The minimum interval between two runs for the same key, in ms. */
export const GATHER_MS = 300;

/**
 * Throttles per key: the first call runs at once, and further calls within the interval run once at its end. If a
 * thousand assignments change together, the list is not read a thousand times.
 */
export function createGathering<Key>(action: (key: Key) => void): (key: Key) => void {
  const recent = new Map<string, { isAskedAgain: boolean }>();

  return function ask(key) {
    const name = JSON.stringify(key);
    const known = recent.get(name);
    if (known) return void (known.isAskedAgain = true);
    const entry = { isAskedAgain: false };
    recent.set(name, entry);
    action(key);
    setTimeout(() => {
      recent.delete(name);
      if (entry.isAskedAgain) ask(key);
    }, GATHER_MS);
  };
}
