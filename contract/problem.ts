import { z } from 'zod';
import { CHECK_IDS } from './answers/words.ts';
import { FAULT_IDS } from './faults.ts';
import { FilledIn } from './values.ts';

/** Every code of an error body. Their statuses and titles are in `server/foundation/errors.ts`. */
export const PROBLEM_CODES = [
  'malformed',
  'too_slow',
  'unauthenticated',
  'forbidden',
  'not_assignee',
  'template_access_denied',
  'not_found',
  'already_responded',
  'request_closed',
  'invalid_transition',
  'flow_exists',
  'flow_retired',
  'chat_retired',
  'secret_exists',
  'registration_unusable',
  'link_unusable',
  'changed_meanwhile',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'rate_limited',
  'limit_reached',
  'internal',
  'unavailable',
  'not_set_up',
  'storage_full',
] as const;

export const ProblemCode = z.enum(PROBLEM_CODES);
export type ProblemCode = z.infer<typeof ProblemCode>;

/** Maps a field name to its error message. */
export const FieldErrors = z.record(z.string(), z.string());
export type FieldErrors = z.infer<typeof FieldErrors>;

/** A failed check with its values: enough to translate it. */
export const FailedCheck = z.object({
  id: z.enum([...CHECK_IDS, ...FAULT_IDS]),
  values: FilledIn,
  words: z.string().optional().describe('the message from the author of the form, in place of the default for the id'),
});
export type FailedCheck = z.infer<typeof FailedCheck>;

/**
 * The most faults in one answer. Nobody makes more by hand, and reporting them would take longer than parsing the body.
 */
export const MOST_FAULTS = 500;

/** Maps a field name to its failed check. */
export const FieldChecks = z.record(z.string(), FailedCheck);
export type FieldChecks = z.infer<typeof FieldChecks>;

/** The body of every error answer: `application/problem+json` (RFC 9457). */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: ProblemCode,
    instance: z.string(),
    requestId: z.string().optional().describe('as in the header `x-request-id` and the log'),
    fields: FieldErrors.optional(),
    checks: FieldChecks.optional().describe(
      '`fields` in a form that clients can translate; also for refusals with a reason but no field',
    ),
    recorded: z.unknown().optional().describe('already_responded: what was recorded'),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

/** A refusal that the caller can understand; anything else that is thrown is a bug of ours. */
export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly extra: { checks?: FieldChecks; recorded?: unknown; retryAfterSeconds?: number } = {},
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = 'ProblemError';
  }
}
