import type { FieldChecks, FieldErrors, ProblemCode } from '../../../contract/problem.ts';

/** A refusal by the server, no answer (`unreachable`), or an expired sign-in (`sign_in_needed`). */
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

/** Whether the failed call may still have taken effect: there was no answer, or the server was busy. */
export const mayHaveArrived = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'unreachable' || error.code === 'unavailable');
