import { ProblemError } from '../foundation/errors.ts';

/** The refusal of everything that a retired chat does not allow: beginning a conversation in it, and changing it. */
export const chatRetired = (): ProblemError =>
  new ProblemError(
    'chat_retired',
    'This chat is retired: conversations can only be begun, and it can only be changed, once it is brought back.',
  );
