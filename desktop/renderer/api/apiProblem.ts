import type { FieldChecks, FieldErrors, ProblemCode } from '../../../contract/problem.ts';

/** A refusal of the server, or no answer at all (`unreachable`), or a sign-in that has ended (`sign_in_needed`). */
export class ApiProblem extends Error {
  constructor(
    readonly code: ProblemCode | 'unreachable' | 'sign_in_needed',
    readonly status: number,
    readonly detail: string,
    readonly extra: { fields?: FieldErrors; checks?: FieldChecks; recorded?: unknown; instance?: string } = {},
  ) {
    super(detail);
    this.name = 'ApiProblem';
  }
}

/** Whether a call may have been done all the same: nobody knows, or the server was busy. */
export const mayHaveArrived = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'unreachable' || error.code === 'unavailable');
