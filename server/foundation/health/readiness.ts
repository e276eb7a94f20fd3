import pTimeout from 'p-timeout';

/** What is wrong with one thing a server needs, in words for operators; null if nothing is. */
export type Check = () => string | null | Promise<string | null>;

/** Check name to what is wrong. */
export type Findings = Record<string, string | null>;

/** Whether this server should be given work: the source of `GET /readyz`. */
export interface Readiness {
  /** Adds a check that must pass. */
  watch(name: string, check: Check): void;
  /** The server was asked to stop: from here on it is not ready, whatever the checks say. */
  beginStop(): void;
  isStopping(): boolean;
  /** Runs all checks, or returns findings less than a second old: frequent calls cost nothing. */
  look(): Promise<Findings>;
}

/** A check that takes longer counts as failed; in ms. */
const PATIENCE_MS = 3000;
/** How long findings are reused, in ms. */
const FRESH_MS = 1000;

interface Settings {
  patienceMs?: number;
  freshMs?: number;
  /** In ms, with any origin; never steps back. */
  monotonic?: () => number;
}

export function createReadiness({
  patienceMs = PATIENCE_MS,
  freshMs = FRESH_MS,
  monotonic = () => performance.now(),
}: Settings = {}): Readiness {
  const checks = new Map<string, Check>();
  let stopping = false;
  let found: { at: number; findings: Promise<Findings> } | null = null;

  async function lookAtAll(): Promise<Findings> {
    const entries = [...checks].map(async ([name, check]) => [name, await within(patienceMs, check)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  return {
    watch: (name, check) => void checks.set(name, check),
    beginStop: () => void (stopping = true),
    isStopping: () => stopping,
    async look() {
      if (!found || monotonic() - found.at >= freshMs) found = { at: monotonic(), findings: lookAtAll() };
      const findings = await found.findings;
      return { ...findings, stopping: stopping ? 'this server was asked to stop' : null };
    },
  };
}

async function within(patienceMs: number, check: Check): Promise<string | null> {
  const fallback = () => `there was no answer within ${patienceMs / 1000} s`;
  try {
    return await pTimeout(Promise.resolve(check()), { milliseconds: patienceMs, fallback });
  } catch (error) {
    return `it failed (${codeOf(error)})`;
  }
}

/** Never the message: anyone may ask, and it may name hosts, files or people. */
const codeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'an error');
};
