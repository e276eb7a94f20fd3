import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { failed, notFound, ProblemError, PROBLEMS, toProblem, unavailable, type Said } from '../errors.ts';
import { faultsIn, type Issue } from '../issues.ts';

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
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, NOTHING_HERE));
}

/** For what never reaches a route: an address that cannot be decoded or is too long for any, and bytes that are no HTTP. */
export const atTheDoor: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: ({ code }, request, reply) =>
    void sendProblem(request, reply, code === 'FST_ERR_MAX_PARAM_LENGTH' ? NOTHING_HERE : UNREADABLE),
  clientErrorHandler(error, socket) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || !socket.writable) return;
    const body = JSON.stringify(toProblem(UNREADABLE, '/'));
    const length = Buffer.byteLength(body);
    socket.end(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
    );
  },
};

const NOTHING_HERE = new ProblemError('not_found', 'There is nothing at this address.');
const UNREADABLE = new ProblemError('malformed', 'The address or the head of this request cannot be read.');

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
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toInvalid(error);
  const { statusCode = 500, message } = error as FastifyError;
  const code = BY_STATUS[statusCode] ?? (statusCode < 500 ? 'malformed' : undefined);
  return code
    ? new ProblemError(code, message)
    : new ProblemError('internal', 'The fault is ours. It has been logged.');
}

/** An issue of a schema, as the type provider hands it on. */
interface Failure {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Partial<Issue>;
}

/** A path that cannot be an id of ours leads to nothing; everything else names its fields. */
function toInvalid({
  validation,
  validationContext = 'body',
}: {
  validation: Failure[];
  validationContext?: string;
}): ProblemError {
  if (validationContext === 'params') return notFound('resource');
  const issues = validation.map(({ keyword, instancePath, message = 'is not valid', params }): Issue => {
    return { ...params, code: keyword, path: instancePath.split('/').filter(Boolean), message };
  });
  const faults = new Map<string, Said>();
  for (const [path, said] of faultsIn(issues)) {
    const name = path || validationContext;
    if (!faults.has(name)) faults.set(name, said);
  }
  return failed(Object.fromEntries(faults));
}
