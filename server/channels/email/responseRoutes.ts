import { readFile } from 'node:fs/promises';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { STYLE_ROUTE } from './pageLayout.ts';
import { sendProblem } from './responseAnswers.ts';
import { showLink, submitForm, type ResponseDesk } from './responseHandlers.ts';

const PATH = '/flow/external-response';
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** `GET` and `POST /flow/external-response` (spec part 4): the token is all that is asked for, and only POST changes anything. */
export function responseRoutes(desk: ResponseDesk): FastifyPluginAsync {
  const { host, limits } = desk;
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.headers({ ...HEADERS, ...stylesheetHeaders(reply) }));
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, host.log));
    takeFormsOnly(app, limits.bodyBytes);
    // Paths with a token in their query stay out of the request log.
    const route = (max: number) => ({ logLevel: 'warn', config: { rateLimit: perMinute(max) } }) as const;
    app.get(PATH, route(limits.getsPerMinute), (request, reply) => showLink(desk, request, reply));
    app.post(PATH, { ...route(limits.postsPerMinute), bodyLimit: limits.bodyBytes }, (request, reply) =>
      submitForm(desk, request, reply),
    );
    const style = await readFile(new URL('./style.css', import.meta.url), 'utf8');
    app.get(STYLE_ROUTE, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  };
}

const perMinute = (max: number): RateLimitOptions => ({ max, timeWindow: 60_000 });

/** The one answer that is the same for everybody. */
const stylesheetHeaders = (reply: FastifyReply): Record<string, string> =>
  String(reply.getHeader('content-type')).startsWith('text/css') ? { 'cache-control': 'public, max-age=3600' } : {};

function takeFormsOnly(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit } as const;
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) =>
    done(null, new URLSearchParams(body)),
  );
}
