import { ProblemError } from '../foundation/errors.ts';

/** The refusal of everything that a retired flow does not allow: starting it, and saving a new version. */
export const flowRetired = (): ProblemError =>
  new ProblemError('flow_retired', 'This flow is retired: it can only be started or changed once it is brought back.');
