import { check, refused, type ProblemError } from '../foundation/errors.ts';

/** The state of an attempt at an assignment, as far as its log depends on it. */
export interface AttemptStanding {
  /**
   * `under_way`: its assignee may write. `failed`: a new attempt has to be started first. `superseded`: a new attempt
   * has started, in its own log. `over`: the assignment has ended, and the log is a personal chat.
   */
  state: 'under_way' | 'failed' | 'superseded' | 'over';
  /** Without the chat's flow the assignment cannot be completed. */
  needsFlow: boolean;
}

/** The log of a failed attempt is read-only: anything started from it would be one more attempt. */
export const attemptFailed = (): ProblemError => refused('invalid_transition', { content: check('attemptFailed') });
export const attemptOver = (): ProblemError => refused('invalid_transition', { content: check('attemptOver') });
