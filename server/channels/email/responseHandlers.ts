import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelHost, TokenHolder } from '../../../contract/channel.ts';
import { SOURCES, type Receipt, type Submitted } from '../../../contract/payload.ts';
import { PROBLEMS, ProblemError } from '../../foundation/errors.ts';
import type { CallLimits } from '../../foundation/http/callLimits.ts';
import { asProblem, NOT_STORED, sendPage, wantsProblem } from './responseAnswers.ts';
import {
  isToken,
  noteOf,
  readForm,
  redoOf,
  refusedByPage,
  submissionIdOf,
  unusable,
  valuesOf,
  type ReturnedForm,
} from './responseForm.ts';
import { responsePage } from './responsePage.ts';
import { outcomePage, recordedPage } from './statePages.ts';

export type LinkLimits = Pick<CallLimits, 'countFailure' | 'countOpening' | 'countForm'>;

/** What the two handlers work with. */
export interface ResponseDesk {
  host: ChannelHost;
  callLimits: LinkLimits;
  newNonce: () => string;
}

/** A form of somebody whose token we know, used or not. */
interface Submission {
  form: ReturnedForm;
  holder: NonNullable<TokenHolder>;
  values: Record<string, unknown>;
  note: string | undefined;
}

/** Shows what a link leads to. Changes nothing: mail programs and scanners open links before people do. */
export async function showLink(
  { host, callLimits, newNonce }: ResponseDesk,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.query as { token?: unknown };
  const link = isToken(token) ? await host.openLink(token) : null;
  if (!isToken(token) || !link) throw unusable();
  callLimits.countOpening(token);
  const { message } = link;
  if (message.kind === 'outcome') return sendPage(reply, 200, outcomePage(message));
  return sendPage(reply, 200, responsePage({ question: message, person: link.person, token, nonce: newNonce() }));
}

/** Hands a form on as the answer of whoever the token was issued to (behaviour 5.2). */
export async function submitForm(
  desk: ResponseDesk,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  refuseForeignForms(request.headers, desk.host.publicUrl);
  const form = readForm(request.body);
  const holder = await desk.host.holderOf(form.token);
  if (!holder) throw unusable();
  desk.callLimits.countForm(form.token);
  const submission = { form, holder, values: valuesOf(form, holder.specs), note: noteOf(form) };
  try {
    const receipt = await answer(desk, submission);
    if (wantsProblem(request)) return await reply.send(receipt);
    return await sendPage(reply, 200, recordedPage({ ...submission, specs: holder.specs, receipt }));
  } catch (error) {
    return refuse(desk, request, reply, submission, asProblem(error, desk.host.log));
  }
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

function answer({ host }: ResponseDesk, { form, holder, values, note }: Submission): Promise<Receipt> {
  const fields = refusedByPage(holder.specs, values, note);
  if (fields) throw new ProblemError('validation_failed', 'Nothing was answered, or the note is too long.', { fields });
  return host.answer({
    requestId: holder.requestId,
    responder: holder.person,
    submitted: { values, note } as Submitted,
    source: SOURCES.email,
    token: form.token,
    submissionId: submissionIdOf(form, values, note),
  });
}

/** Failures that say nothing about the answer itself, only that this link opens nothing for whoever holds it. */
const LINK_FAILURES = new Set(['link_unusable', 'already_responded', 'not_assignee', 'forbidden', 'not_found']);

/** Nothing was stored: says why, and gives back what was typed where another attempt makes sense. */
async function refuse(
  desk: ResponseDesk,
  request: FastifyRequest,
  reply: FastifyReply,
  { form, holder }: Submission,
  failure: ProblemError,
): Promise<FastifyReply> {
  if (LINK_FAILURES.has(failure.code)) throw unusable();
  if (wantsProblem(request)) throw failure;
  if (failure.code !== 'request_closed') return showAgain(desk, reply, form, failure);
  const message = await desk.host.message(holder.requestId, holder.person);
  if (message?.kind !== 'outcome') throw unusable();
  return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(message));
}

async function showAgain(
  { host, newNonce }: ResponseDesk,
  reply: FastifyReply,
  form: ReturnedForm,
  problem: ProblemError,
): Promise<FastifyReply> {
  const link = await host.openLink(form.token).catch(() => {
    throw problem;
  });
  if (!link) throw unusable();
  if (link.message.kind === 'outcome')
    return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(link.message));
  const { retryAfterSeconds, fields = {} } = problem.extra;
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  const isInvalid = problem.code === 'validation_failed';
  const trouble = isInvalid ? undefined : `${problem.detail} ${NOT_STORED} Send it again in a moment.`;
  const again = {
    question: link.message,
    person: link.person,
    token: form.token,
    nonce: form.nonce ?? newNonce(),
    trouble,
  };
  return sendPage(reply, PROBLEMS[problem.code].status, responsePage({ ...again, redo: redoOf(form, fields) }));
}
