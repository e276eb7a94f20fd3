import { STATUS_CODES } from 'node:http';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyServerOptions,
} from 'fastify';
import type { z } from 'zod';
import type { FailedCheck, ProblemCode } from '../../../contract/problem.ts';
import { check, failed, notFound, ProblemError, PROBLEMS, toProblem, unavailable } from '../errors.ts';
import { faultsIn } from '../issues.ts';
import { newId } from '../newId.ts';
import { endWithin, LINGER_MS } from './linger.ts';
import { installRequestIds, requestIdHeader } from './requestId.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Why the answer is a refusal; null while it is none. */
    problemCode: ProblemCode | null;
  }
}

/**
 * Every error leaves as `application/problem+json` (RFC 9457); what we did not expect says nothing of itself and is logged.
 * @param isOverload whether an error says that the database cannot store anything right now
 */
export function installProblems(app: FastifyInstance, isOverload: (error: unknown) => boolean): void {
  installRequestIds(app); // problems name the request that they answer
  app.decorateReply('problemCode', null);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasGone(request, error)) {
      request.log.debug({ path: pathOf(request) }, 'a client went away before it had sent all');
      return void reply.hijack(); // there is nobody to answer, and thousands may go at once
    }
    const problem = isOverload(error) ? OVERLOADED : toProblemError(error);
    if (PROBLEMS[problem.code].status >= 500) {
      const path = pathOf(request);
      if (problem === error)
        request.log.warn({ path, code: problem.code }, 'a request was turned away'); // we decided so
      else request.log.error({ err: error, path }, 'a request failed');
    }
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, NOTHING_HERE));
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) throw NOTHING_HERE; // before its body is read
  });
}

/** For what never reaches a route: an address that cannot be decoded or is too long for any, and bytes that are no HTTP. */
export const atTheDoor: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: ({ code }, request, reply) =>
    void sendProblem(
      request,
      reply.headers(requestIdHeader(request.id)),
      code === 'FST_ERR_MAX_PARAM_LENGTH' ? NOTHING_HERE : UNREADABLE,
    ),
  clientErrorHandler(error, socket) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const refusal = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : UNREADABLE;
    const requestId = newId();
    const problem = toProblem(refusal, { instance: '/', requestId });
    const body = JSON.stringify(problem);
    const headers = {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...requestIdHeader(requestId),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
    endWithin(socket, LINGER_MS);
  },
};

/** Bodies that ended too early are an everyday matter of networks, and nobody is there any more to be told. */
export function hasGone({ raw }: FastifyRequest, { code }: FastifyError): boolean {
  return raw.destroyed && !raw.complete && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE');
}

const NOTHING_HERE = new ProblemError('not_found', 'There is nothing at this address.');
const TOO_SLOW = new ProblemError('too_slow', 'The head or the body of this request did not come in time.');
const UNREADABLE = new ProblemError('malformed', 'The address or the head of this request cannot be read.');

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const { retryAfterSeconds } = problem.extra;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const body = toProblem(problem, { instance: pathOf(request), requestId: request.id });
  reply.problemCode = problem.code;
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
  const { statusCode = 500, message } = error as FastifyError;
  const code = BY_STATUS[statusCode] ?? (statusCode < 500 ? 'malformed' : undefined);
  return code
    ? new ProblemError(code, message)
    : new ProblemError('internal', 'The fault is ours. It has been logged.');
}

/**
 * Checks what a route is called with. A path that cannot be an id of ours leads to nothing; everything else names its
 * fields.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = 'body' }) =>
  (input: unknown) => {
    const parsed = schema.safeParse(input);
    const blank = httpPart === 'querystring' ? blankIn(input) : [];
    if (parsed.success && blank.length === 0) return { value: parsed.data };
    if (httpPart === 'params') return { error: notFound('resource') };
    const faults = new Map<string, FailedCheck>();
    for (const [path, fault] of faultsIn(parsed.error?.issues ?? [], input)) {
      const name = path || httpPart;
      if (!faults.has(name)) faults.set(name, fault);
    }
    for (const name of blank) if (!faults.has(name)) faults.set(name, check('blankFilter'));
    return { error: failed(Object.fromEntries(faults)) };
  };

/**
 * What a query names and gives no value. Whoever sends `flowId=` had something in mind that came to nothing: to find
 * nothing, or to filter by nothing, would be the wrong answer to it.
 */
const blankIn = (query: unknown): string[] =>
  Object.entries(query as Record<string, string | string[]>)
    .filter(([, values]) => [values].flat().some((value) => value.trim() === ''))
    .map(([name]) => name);
