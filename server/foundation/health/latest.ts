import pTimeout from 'p-timeout';

interface Settings {
  /** How long to wait for a result, in ms. */
  patienceMs?: number;
  /** How long a result stays fresh, in ms. */
  freshMs?: number;
  /** In ms, with any origin; never steps back. */
  monotonic?: () => number;
}

/**
 * Caches what `look` returns for a few seconds and never runs it twice at a time, so frequent calls, or calls while it
 * hangs, cost nothing.
 * @returns null if it fails or takes too long; a late result is kept for the next callers
 */
export function createLatest<T>(
  look: () => Promise<T>,
  { patienceMs = 2000, freshMs = 5000, monotonic = () => performance.now() }: Settings = {},
): () => Promise<T | null> {
  let found: { at: number; value: T } | null = null;
  let looking: Promise<T | null> | null = null;

  async function lookOnce(): Promise<T | null> {
    try {
      found = { value: await look(), at: monotonic() };
      return found.value;
    } catch {
      return null; // the code that depends on it reports the error
    } finally {
      looking = null;
    }
  }

  return async () => {
    if (found && monotonic() - found.at < freshMs) return found.value;
    looking ??= lookOnce();
    return pTimeout(looking, { milliseconds: patienceMs, fallback: () => null });
  };
}
