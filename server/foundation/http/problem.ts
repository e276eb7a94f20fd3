import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyServerOptions,
} from 'fastify';
import type { z } from 'zod';
import { inGroups } from '../../../contract/answers/words.ts';
import type { FailedCheck, ProblemCode } from '../../../contract/problem.ts';
import { check, failed, notFound, ProblemError, PROBLEMS, toProblem, unavailable } from '../errors.ts';
import { faultsIn } from '../issues.ts';
import { newId } from '../newId.ts';
import { endWithin, LINGER_MS } from './linger.ts';
import { installRequestIds, requestIdHeader } from './requestId.ts';
import { failBody } from './slowClients.ts';
import { standingOf, takeTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the problem that was sent; null if none was. */
    problemCode: ProblemCode | null;
  }
}

/**
 * Every error is sent as `application/problem+json` (RFC 9457). Unexpected errors are logged, and their details are not
 * sent.
 * @param isOverload whether an error means that the database cannot store anything right now
 */
export function installProblems(app: FastifyInstance, isOverload: (error: unknown) => boolean): void {
  installRequestIds(app); // problems contain the request's id
  app.decorateReply('problemCode', null);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasDisconnected(request, error)) {
      request.log.debug({ path: pathOf(request) }, 'a client disconnected before it had sent everything');
      return void reply.hijack(); // nobody is left to answer, and thousands may leave at once
    }
    const problem = isOverload(error) ? OVERLOADED : (tooLarge(error, request) ?? toProblemError(error));
    if (PROBLEMS[problem.code].status >= 500) {
      const path = pathOf(request);
      if (problem === error && !error.cause) request.log.warn({ path, code: problem.code }, 'a request was refused'); // our own decision
      else request.log.error({ err: error, path }, 'a request failed');
    }
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, NOTHING_HERE));
  takeTurns(app);
  app.addHook('onRequest', async ({ raw, is404 }) => {
    if (isWithoutHost(raw)) throw UNREADABLE;
    if (is404) throw NOTHING_HERE; // before its body is read
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** HTTP/1.1 requires it (RFC 9112). Node's own refusal would be no problem document. */
const isWithoutHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/** Connections whose last answer is that what they brought cannot be read. */
const refused = new WeakSet<Duplex>();

/**
 * Handles requests that never reach a route: addresses that cannot be decoded or are too long, and bytes that are not
 * HTTP.
 */
export const beforeRouting: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: ({ code }, request, reply) =>
    void sendProblem(
      request,
      reply.headers(requestIdHeader(request.id)),
      code === 'FST_ERR_MAX_PARAM_LENGTH' ? NOTHING_HERE : UNREADABLE,
    ),
  clientErrorHandler(error, socket) {
    const { code } = error as NodeJS.ErrnoException;
    if (refused.has(socket) || socket.writableEnded) return; // it is ending; to cut it now could lose the answer
    // browsers open connections ahead of time: if one is used just now, an answer would be taken for that of its request
    const isUnused = socket.bytesRead === 0;
    if (code === 'ECONNRESET' || !socket.writable || isUnused) return void socket.destroy();
    const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const { pending, unfinished, isBegun } = standingOf(socket);
    if (isBegun) return void socket.destroy();
    if (unfinished && isSlow) return failBody(unfinished, TOO_SLOW); // or its rest could come, and be carried out
    refused.add(socket);
    const refuse = () => void (socket.writable && refuseOn(socket, isSlow ? TOO_SLOW : UNREADABLE));
    if (pending) pending.once('close', refuse);
    else refuse();
  },
};

function refuseOn(socket: Socket, refusal: ProblemError): void {
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
}

/** A body that ends early is common on networks, and its client is gone, so there is nobody to answer. */
export function hasDisconnected({ raw }: FastifyRequest, { code }: FastifyError): boolean {
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

/** Without the query, which may hold a token. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** It may be stored: a connection that breaks during COMMIT does not tell. */
const OVERLOADED = unavailable('The server cannot store this right now. Send it again.');

const BY_STATUS: Record<number, ProblemError['code']> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

export const WRONG_TYPE = new ProblemError(
  'unsupported_media_type',
  'Send JSON, with the header content-type: application/json.',
);

const tooLarge = ({ code }: FastifyError, { routeOptions }: FastifyRequest): ProblemError | null =>
  code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? new ProblemError('payload_too_large', `The body can have at most ${inGroups(routeOptions.bodyLimit)} bytes.`)
    : null;

export function toProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { statusCode = 500, message, code: fault } = error as FastifyError;
  if (fault === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return WRONG_TYPE;
  const code = BY_STATUS[statusCode] ?? (statusCode < 500 ? 'malformed' : undefined);
  return code
    ? new ProblemError(code, message)
    : new ProblemError('internal', 'The fault is ours. It has been logged.');
}

/** Validates a route's input. An impossible id in the path is a 404; all other faults name their fields. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = 'body' }) =>
  (input: unknown) => {
    const isQuery = httpPart === 'querystring';
    const parsed = schema.safeParse(isQuery ? withOffsets(input) : input);
    const blank = isQuery ? blankIn(input) : [];
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

/** The offset of a time has lost its plus. */
const PLUS_LOST = /^(\d{4}-\d{2}-\d{2}T[\d:.]+) (\d{2}:\d{2})$/;

/**
 * A query with its times as they were meant. A plus may stand in an address as it is, but in a query it is read as a
 * space: `?from=2026-03-06T10:00:00+01:00`.
 */
const withOffsets = (query: unknown): unknown =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(PLUS_LOST, '$1+$2') : value,
    ]),
  );

/**
 * Query parameters without a value. A caller who sends `flowId=` has made a mistake: neither finding nothing nor
 * ignoring the filter would be right.
 */
const blankIn = (query: unknown): string[] =>
  Object.entries(query as Record<string, string | string[]>)
    .filter(([, values]) => [values].flat().some((value) => value.trim() === ''))
    .map(([name]) => name);
