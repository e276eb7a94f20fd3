import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { invalid, notFound, ProblemError, PROBLEMS, toProblem, unavailable } from '../errors.ts';

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

/** For what never reaches a route: an address that cannot be decoded, and bytes that are no HTTP. */
export const atTheDoor: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: (_error, request, reply) => void sendProblem(request, reply, UNREADABLE),
  clientErrorHandler(error, socket) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || !socket.writable) return;
    const body = JSON.stringify(toProblem(UNREADABLE, '/'));
    const length = Buffer.byteLength(body);
    socket.end(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
    );
  },
};

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
  params: { keys?: string[]; errors?: Issue[][] };
}

/** The same, within an issue of a union. */
interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
  errors?: Issue[][];
}

/** A path that cannot be an id of ours leads to nothing; everything else names its fields. */
function toInvalid({
  validation,
  validationContext,
}: {
  validation: Failure[];
  validationContext?: string;
}): ProblemError {
  if (validationContext === 'params') return notFound('resource');
  const issues = validation.map(({ keyword, instancePath, message = 'is not valid', params }): Issue => {
    return { ...params, code: keyword, path: instancePath.split('/').filter(Boolean), message };
  });
  const fields = new Map<string, string>();
  for (const { path, message, keys } of issues.flatMap(meantBy)) {
    const places = keys?.map((key) => [...path, key]) ?? [path];
    const names = places.map((place) => place.map(String).join('.') || validationContext || 'body');
    for (const name of names) if (!fields.has(name)) fields.set(name, message);
  }
  return invalid(Object.fromEntries(fields));
}

/** Where several shapes are possible, what is wrong with the one that was meant: the first of the same type. */
function meantBy(issue: Issue): Issue[] {
  const isOther = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 0;
  const meant = issue.errors?.find((issues) => issues.length > 0 && !issues.some(isOther));
  return meant?.flatMap((inner) => meantBy({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}
