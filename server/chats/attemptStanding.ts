import { check, refused, type ProblemError } from '../foundation/errors.ts';

/** How an attempt at an assignment stands, as its log depends on it. */
export interface AttemptStanding {
  /**
   * `under_way`: its assignee may write. `failed`: another attempt has to be begun first. `superseded`: that was done, in
   * a log of its own. `over`: the assignment is, and the log is a personal chat.
   */
  state: 'under_way' | 'failed' | 'superseded' | 'over';
  /** Without the flow of the chat the assignment cannot be completed. */
  needsFlow: boolean;
}

/** Nothing is written into the log of an attempt that has failed: whatever it started would be one more attempt. */
export const attemptFailed = (): ProblemError => refused('invalid_transition', { content: check('attemptFailed') });
export const attemptOver = (): ProblemError => refused('invalid_transition', { content: check('attemptOver') });
