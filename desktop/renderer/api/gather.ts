/** How soon the same thing is done again at the earliest, in ms. */
export const GATHER_MS = 300;

/**
 * Of what is asked for again and again in a moment, the first is done at once and the others as one, behind it: a thousand
 * assignments that change together are no thousand readings of the list.
 */
export function createGathering<Key>(deed: (key: Key) => void): (key: Key) => void {
  const recent = new Map<string, { isAskedAgain: boolean }>();

  return function ask(key) {
    const name = JSON.stringify(key);
    const known = recent.get(name);
    if (known) return void (known.isAskedAgain = true);
    const entry = { isAskedAgain: false };
    recent.set(name, entry);
    deed(key);
    setTimeout(() => {
      recent.delete(name);
      if (entry.isAskedAgain) ask(key);
    }, GATHER_MS);
  };
}
