import { check, ProblemError, unavailable } from '../../foundation/errors.ts';

/**
 * `directory_unavailable`: trying again later may help. `directory_denied`: an administrator must grant or mend
 * something. `directory_failed`: the directory answered what we cannot use.
 */
export type DirectoryCode = 'directory_unavailable' | 'directory_denied' | 'directory_failed';

/** The directory could not be read. Never thrown for somebody who is simply not in it. */
export class DirectoryError extends Error {
  /** What the directory answered with; null: it did not come to an answer of its own. */
  readonly status: number | null;
  /** For how long it asks everybody for patience, in ms; null: it does not. */
  readonly retryAfterMs: number | null;
  /** The application permission that somebody has to grant; null: it is not for want of one. */
  readonly lacking: string | null;

  constructor(
    readonly code: DirectoryCode,
    /** For people to read; names the missing permission where one is missing. */
    readonly detail: string,
    options: ErrorOptions & { status?: number; retryAfterMs?: number | null; lacking?: string } = {},
  ) {
    super(detail, options);
    this.name = 'DirectoryError';
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.lacking = options.lacking ?? null;
  }

  /** What a caller of the API is answered: nothing they sent is at fault. What a person can mend is named for clients too. */
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

/** For `catch`, and as the error handler of routes that ask the directory. @throws the same, or the problem it comes to */
export function throwAsProblem(error: unknown): never {
  throw error instanceof DirectoryError ? error.toProblem() : error;
}
