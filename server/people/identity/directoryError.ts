import { type ProblemError, unavailable } from '../../foundation/errors.ts';

/**
 * `directory_unavailable`: trying again later may help. `directory_denied`: an administrator must grant or mend
 * something. `directory_failed`: the directory answered what we cannot use.
 */
export type DirectoryCode = 'directory_unavailable' | 'directory_denied' | 'directory_failed';

/** The directory could not be read. Never thrown for somebody who is simply not in it. */
export class DirectoryError extends Error {
  constructor(
    readonly code: DirectoryCode,
    /** For people to read; names the missing permission where one is missing. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = 'DirectoryError';
  }

  /** What a caller of the API is answered: nothing they sent is at fault. */
  toProblem(): ProblemError {
    return unavailable(this.detail);
  }
}
