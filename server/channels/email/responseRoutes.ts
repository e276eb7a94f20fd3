import { readFile } from 'node:fs/promises';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelHost, TokenHolder } from '../../../contract/channel.ts';
import type { Receipt } from '../../../contract/payload.ts';
import { PROBLEMS, ProblemError } from '../../foundation/errors.ts';
import { STYLE_ROUTE } from './pageLayout.ts';
import {
  noteOf,
  isToken,
  readForm,
  redoOf,
  refusedByPage,
  submissionIdOf,
  unusable,
  valuesOf,
} from './responseForm.ts';
import type { ReturnedForm } from './responseForm.ts';
import { asProblem, NOT_STORED, sendPage, sendProblem, wantsProblem } from './responseAnswers.ts';
import type { ResponseLimits } from './responseLimits.ts';
import { responsePage } from './responsePage.ts';
import { outcomePage, recordedPage } from './statePages.ts';

const PATH = '/flow/external-response';
const CSP = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CSP,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

export interface ResponseRouteOptions {
  limits: ResponseLimits;
  newNonce: () => string;
}

/** Failures that say nothing about the answer itself, only that this link opens nothing for whoever holds it. */
const LINK_FAILURES = new Set(['link_unusable', 'already_responded', 'not_assignee', 'forbidden', 'not_found']);

/** `GET` and `POST /flow/external-response` (spec part 4): the token is all that is asked for, and only POST changes anything. */
export function responseRoutes(host: ChannelHost, { limits, newNonce }: ResponseRouteOptions): FastifyPluginAsync {
  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.query as { token?: unknown };
    const link = isToken(token) ? await host.openLink(token) : null;
    if (!isToken(token) || !link) throw unusable();
    const { message } = link;
    if (message.kind === 'outcome') return sendPage(reply, 200, outcomePage(message));
    return sendPage(reply, 200, responsePage({ question: message, token, nonce: newNonce() }));
  }

  async function submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseForeignForms(request.headers, host.publicUrl);
    const form = readForm(request.body, limits);
    const holder = await host.holderOf(form.token);
    if (!holder) throw unusable();
    const values = valuesOf(form, holder.specs);
    const note = noteOf(form);
    try {
      const receipt = await answer(form, holder, values, note);
      if (wantsProblem(request)) return await reply.send(receipt);
      return await sendPage(reply, 200, recordedPage({ receipt, specs: holder.specs, values, note }));
    } catch (error) {
      return refuse(request, reply, form, holder, asProblem(error, host.log));
    }
  }

  function answer(
    form: ReturnedForm,
    holder: Holder,
    values: Record<string, unknown>,
    note?: string,
  ): Promise<Receipt> {
    const fields = refusedByPage(holder.specs, values, note, limits);
    if (fields)
      throw new ProblemError('validation_failed', 'Nothing was answered, or the note is too long.', { fields });
    return host.answer({
      requestId: holder.requestId,
      responder: holder.person,
      submitted: { values: values as Record<string, never>, note },
      source: 'email',
      token: form.token,
      submissionId: submissionIdOf(form, values, note),
    });
  }

  /** Nothing was stored: says why, and gives back what was typed where another attempt makes sense. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    form: ReturnedForm,
    holder: Holder,
    failure: ProblemError,
  ) {
    const problem = LINK_FAILURES.has(failure.code) ? unusable() : failure;
    if (wantsProblem(request) || problem.code === 'link_unusable') throw problem;
    if (problem.code === 'request_closed') return showOutcome(reply, holder);
    return showAgain(reply, form, problem);
  }

  async function showOutcome(reply: FastifyReply, { requestId, person }: Holder) {
    const message = await host.message(requestId, person);
    if (message?.kind !== 'outcome') throw unusable();
    return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(message));
  }

  async function showAgain(reply: FastifyReply, form: ReturnedForm, problem: ProblemError) {
    const link = await host.openLink(form.token).catch(() => {
      throw problem;
    });
    if (!link) throw unusable();
    const { status } = PROBLEMS[problem.code];
    if (link.message.kind === 'outcome')
      return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(link.message));
    const isInvalid = problem.code === 'validation_failed';
    const trouble = isInvalid ? undefined : `${problem.detail} ${NOT_STORED} Send it again in a moment.`;
    if (problem.extra.retryAfterSeconds) reply.header('retry-after', problem.extra.retryAfterSeconds);
    const again = { question: link.message, token: form.token, nonce: form.nonce ?? newNonce(), trouble };
    return sendPage(reply, status, responsePage({ ...again, redo: redoOf(form, problem.extra.fields ?? {}) }));
  }

  return async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.headers({ ...HEADERS, ...stylesheetHeaders(reply) }));
    app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, host.log));
    takeFormsOnly(app, limits.bodyBytes);
    // Paths with a token in their query stay out of the request log.
    app.get(PATH, { logLevel: 'warn', config: { rateLimit: perMinute(limits.getsPerMinute) } }, show);
    const posts = {
      logLevel: 'warn',
      bodyLimit: limits.bodyBytes,
      config: { rateLimit: perMinute(limits.postsPerMinute) },
    } as const;
    app.post(PATH, posts, submit);
    const style = await readFile(new URL('./style.css', import.meta.url), 'utf8');
    app.get(STYLE_ROUTE, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  };
}

type Holder = NonNullable<TokenHolder>;

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

/**
 * Browsers say where a form was sent from; under `no-referrer` they call our own page's origin "null".
 * @throws ProblemError `forbidden`
 */
function refuseForeignForms(headers: FastifyRequest['headers'], publicUrl: string): void {
  const { 'sec-fetch-site': site, origin } = headers;
  const isForeignSite = site !== undefined && site !== 'same-origin';
  const isForeignOrigin = origin !== undefined && origin !== 'null' && origin !== new URL(publicUrl).origin;
  if (isForeignSite || isForeignOrigin)
    throw new ProblemError(
      'forbidden',
      'This form was sent from another site. Open the link in the mail and answer there.',
    );
}
