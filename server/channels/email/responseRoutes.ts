import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  LogLevel,
} from 'fastify';
import type { ProblemCode } from '../../../contract/problem.ts';
import { hasDisconnected } from '../../foundation/http/problem.ts';
import { CLOCK_SCRIPT_HASH } from './clockScript.ts';
import { readFormBody } from './formBody.ts';
import { OFFLINE_SCRIPT_HASH } from './offlineScript.ts';
import { STYLE_ROUTE } from './pageLayout.ts';
import { isToken } from './responseForm.ts';
import { asProblem, sendProblem } from './responseReplies.ts';
import { showLink, submitForm, type ResponseParts } from './responseHandlers.ts';

const PATH = '/flow/external-response';
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'self'; script-src ${CLOCK_SCRIPT_HASH} ${OFFLINE_SCRIPT_HASH}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/**
 * `GET` and `POST /flow/external-response` (behaviour 4): the token is the only credential, and only POST changes
 * anything.
 */
export function responseRoutes(parts: ResponseParts): FastifyPluginAsync {
  const { host, callLimits } = parts;
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.headers({ ...HEADERS, ...stylesheetHeaders(reply) }));
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      if (hasDisconnected(request, error)) throw error; // nobody is left to see a page
      const problem = asProblem(error, host.log);
      const isJunk = JUNK.has(problem.code);
      return sendProblem(isJunk ? callLimits.countFailure(request.ip, problem) : problem, request, reply);
    });
    takeFormsOnly(app, async (token) => isToken(token) && (await host.holderOf(token)) !== null);
    const quiet = { logLevel: quietly(app.log.level) };
    app.get(PATH, quiet, (request, reply) => showLink(parts, request, reply));
    app.post(PATH, quiet, (request, reply) => submitForm(parts, request, reply));
    const style = await readFile(new URL('./style.css', import.meta.url), 'utf8');
    app.get(STYLE_ROUTE, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  };
}

/** Errors that nobody causes by opening one of our links. They are counted per address; normal use of a link is not. */
const JUNK = new Set<ProblemCode>([
  'malformed',
  'forbidden',
  'link_unusable',
  'payload_too_large',
  'unsupported_media_type',
]);

/** The log level of paths with a token in their query, which stay out of the request log. @param level as configured */
const quietly = (level: string): LogLevel =>
  level === 'error' || level === 'fatal' || level === 'silent' ? level : 'warn';

/** The stylesheet is the only response that is the same for everybody. */
const stylesheetHeaders = (reply: FastifyReply): Record<string, string> =>
  String(reply.getHeader('content-type')).startsWith('text/css') ? { 'cache-control': 'public, max-age=3600' } : {};

function takeFormsOnly(app: FastifyInstance, isLink: (token: string | null) => Promise<boolean>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request: FastifyRequest, body: Readable) =>
    readFormBody(body, isLink),
  );
}
