import pTimeout from 'p-timeout';

interface Settings {
  /** For so long an answer is waited for, in ms. */
  patienceMs?: number;
  /** For so long what was found stands, in ms. */
  freshMs?: number;
  /** In ms, from any beginning; never steps back. */
  monotonic?: () => number;
}

/**
 * What `look` finds, looked up anew when it is older than a few seconds, and never twice at a time: whoever asks often, or
 * while it hangs, costs nothing.
 * @returns null when it fails, or takes too long; what it finds then serves those who ask next
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
      return null; // whoever is to do something about it is told by those who need it
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
