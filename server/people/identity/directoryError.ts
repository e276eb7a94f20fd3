import { check, ProblemError, unavailable } from '../../foundation/errors.ts';

/**
 * `directory_unavailable`: a retry later may succeed. `directory_denied`: an administrator must grant or fix something.
 * `directory_failed`: the directory gave an unusable answer.
 */
export type DirectoryCode = 'directory_unavailable' | 'directory_denied' | 'directory_failed';

/** The directory could not be read. Never thrown for a person who is simply not in it. */
export class DirectoryError extends Error {
  /** The status of the directory's answer; null: it did not answer. */
  readonly status: number | null;
  /** How long it asks callers to wait, in ms; null: it does not say. */
  readonly retryAfterMs: number | null;
  /** The missing application permission; null: that is not the cause. */
  readonly lacking: string | null;

  constructor(
    readonly code: DirectoryCode,
    /** For people to read; names the missing permission, if that is the cause. */
    readonly detail: string,
    options: ErrorOptions & { status?: number; retryAfterMs?: number | null; lacking?: string } = {},
  ) {
    super(detail, options);
    this.name = 'DirectoryError';
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.lacking = options.lacking ?? null;
  }

  /**
   * The problem for callers of the API: unavailable, as their request is not at fault. Missing permissions are named to
   * clients.
   */
  toProblem(): ProblemError {
    const problem = unavailable(this.detail, this.retryAfterMs);
    if (this.lacking === null) return problem;
    const { code, detail, extra } = problem;
    return new ProblemError(code, detail, {
      ...extra,
      checks: { directory: check('consentMissing', { missing: this.lacking }) },
    });
  }
}

/** The directory could be read, but does not know an entry that it knew before. */
export class UnknownEntry extends DirectoryError {}

/** For `catch`, and as the error handler of routes that use the directory. @throws the problem, or the error unchanged */
export function throwAsProblem(error: unknown): never {
  throw error instanceof DirectoryError ? error.toProblem() : error;
}
