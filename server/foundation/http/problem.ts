import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FieldErrors } from '../../../contract/problem.ts';
import { notFound, ProblemError, PROBLEMS, toProblem, unavailable } from '../errors.ts';

/**
 * Every error leaves as `application/problem+json` (RFC 9457); what we did not expect says nothing of itself and is logged.
 * @param isOverload whether an error says that the database cannot store anything right now
 */
export function installProblems(app: FastifyInstance, isOverload: (error: unknown) => boolean): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = isOverload(error) ? OVERLOADED : toProblemError(error);
    if (PROBLEMS[problem.code].status >= 500)
      request.log.error({ err: error, path: pathOf(request) }, 'a request failed');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new ProblemError('not_found', 'There is nothing at this address.')),
  );
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const { retryAfterSeconds } = problem.extra;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const body = toProblem(problem, pathOf(request));
  return reply.code(body.status).type('application/problem+json').serializer(JSON.stringify).send(body);
}

/** Without its query, which may hold a token. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

const OVERLOADED = unavailable('The server cannot store this right now; nothing was changed.');

const BY_STATUS: Record<number, ProblemError['code']> = {
  400: 'malformed',
  401: 'unauthenticated',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toInvalid(error);
  const { statusCode = 500, message } = error as FastifyError;
  const code = BY_STATUS[statusCode];
  return code
    ? new ProblemError(code, message)
    : new ProblemError('internal', 'The fault is ours. It has been logged.');
}

interface ZodFailure {
  validationContext?: string;
  validation: { instancePath: string; message?: string; params?: { issue?: { keys?: string[] } } }[];
}

/** A path that cannot be an id of ours leads to nothing; everything else names its fields. */
function toInvalid({ validation, validationContext }: ZodFailure): ProblemError {
  if (validationContext === 'params') return notFound('resource');
  const fields: FieldErrors = {};
  for (const { instancePath, message = 'is not valid', params } of validation) {
    const path = instancePath.split('/').filter(Boolean).join('.');
    const names = params?.issue?.keys?.map((key) => [path, key].filter(Boolean).join('.')) ?? [
      path || validationContext || 'body',
    ];
    for (const name of names) fields[name] ??= message;
  }
  return new ProblemError('validation_failed', `Not valid: ${Object.keys(fields).join(', ')}.`, { fields });
}
