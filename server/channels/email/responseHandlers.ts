import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../contract/answers.ts';
import type { ChannelHost } from '../../../contract/channel.ts';
import { optionsToConfirm } from '../../../contract/confirm.ts';
import type { Answered, GivenValues } from '../../../contract/conversation.ts';
import type { Question } from '../../../contract/messages.ts';
import { SOURCES } from '../../../contract/payload.ts';
import type { Person } from '../../../contract/people.ts';
import type { Option } from '../../../contract/variables.ts';
import { failed, PROBLEMS, ProblemError } from '../../foundation/errors.ts';
import type { CallLimits } from '../../foundation/http/callLimits.ts';
import { toReceipt } from '../../requests/receipts.ts';
import { confirmPage } from './confirmPage.ts';
import { asProblem, NOT_STORED, sendPage, wantsProblem } from './responseReplies.ts';
import {
  clockOf,
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
  const clock = { zone: host.timeZone, isOwn: false };
  const page = { question: message, person: link.person, token, nonce: newNonce(), clock };
  return sendPage(reply, 200, responsePage(page));
}

/** Hands a form on as the answer of whoever the token was issued to (behaviour 5.2). */
export async function submitForm(
  desk: ResponseDesk,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { host, callLimits } = desk;
  refuseForeignForms(request.headers, host.publicUrl);
  const form = readForm(request.body);
  const holder = await host.holderOf(form.token);
  if (!holder) throw unusable();
  callLimits.countForm(form.token);
  const clock = clockOf(form, host.timeZone);
  const given = {
    requestId: holder.requestId,
    responder: holder.person,
    source: SOURCES.email,
    token: form.token,
    submissionId: submissionIdOf(form),
    read: (question: Question) => readAnswer(form, question, { clock, canAsk: !wantsProblem(request) }),
  };
  const answered = await host
    .answer(given)
    .catch((error: unknown) => (error instanceof Unsure ? error : asProblem(error, host.log)));
  if (answered instanceof Unsure) return askAgain(desk, reply, { form, person: holder.person, unsure: answered });
  if (answered instanceof ProblemError) return showAgain(desk, request, reply, form, answered);
  // the same words whatever the reason: who holds a link is told nothing of what it would have led to
  if (answered.kind === 'refused' || (answered.kind === 'already_decided' && answered.given)) throw unusable();
  if (wantsProblem(request)) return reply.send(toReceipt(answered));
  return showAnswered(desk, reply, { form, person: holder.person, answered });
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

/** Nothing is recorded yet: these options are asked about once more. */
class Unsure extends Error {
  constructor(
    readonly question: Question,
    readonly options: readonly Option[],
  ) {
    super('This is asked about once more.');
  }
}

interface Reading {
  clock: Clock;
  /** There is a person at the other end. */
  canAsk: boolean;
}

/**
 * @throws ProblemError for what the page itself refuses; Unsure where the person has not said that they mean it
 */
function readAnswer(form: ReturnedForm, question: Question, { clock, canAsk }: Reading): GivenValues {
  const { variables } = question;
  const values = valuesOf(form, variables, clock);
  const note = noteOf(form);
  const checks = refusedByPage(variables, values, note);
  if (checks) throw failed(checks);
  const options = canAsk && form.step !== 'send' ? optionsToConfirm(variables, values) : [];
  if (options.length > 0) throw new Unsure(question, options);
  return { values, note };
}

/** Asks once more; who goes back finds the form as they left it. */
function askAgain(
  { host, newNonce }: ResponseDesk,
  reply: FastifyReply,
  { form, person, unsure: { question, options } }: { form: ReturnedForm; person: Person; unsure: Unsure },
): FastifyReply {
  if (form.step === null) return sendPage(reply, 200, confirmPage(form, options));
  const { token, nonce } = form;
  const clock = clockOf(form, host.timeZone);
  const page = { question, person, token, nonce: nonce ?? newNonce(), clock, redo: redoOf(form, {}) };
  return sendPage(reply, 200, responsePage(page));
}

interface Told {
  form: ReturnedForm;
  person: Person;
  answered: Exclude<Answered, { kind: 'refused' }>;
}

function showAnswered({ host, newNonce }: ResponseDesk, reply: FastifyReply, { form, person, answered }: Told) {
  switch (answered.kind) {
    case 'recorded':
      return sendPage(reply, 200, recordedPage(answered.outcome, noteOf(form)));
    case 'already_decided':
      return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(answered.outcome));
    case 'invalid': {
      const { question, checks } = answered;
      const clock = clockOf(form, host.timeZone);
      const nonce = form.nonce ?? newNonce();
      const page = { question, person, token: form.token, nonce, clock, redo: redoOf(form, checks) };
      return sendPage(reply, PROBLEMS.validation_failed.status, responsePage(page));
    }
  }
}

/** Nothing was stored: says why, and gives back what was typed. */
async function showAgain(
  { host, newNonce }: ResponseDesk,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ReturnedForm,
  problem: ProblemError,
): Promise<FastifyReply> {
  if (wantsProblem(request)) throw problem;
  const link = await host.openLink(form.token).catch(() => {
    throw problem;
  });
  if (!link) throw unusable();
  if (link.message.kind === 'outcome')
    return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(link.message));
  const { retryAfterSeconds, checks = {} } = problem.extra;
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  const isInvalid = problem.code === 'validation_failed';
  const trouble = isInvalid ? undefined : `${problem.detail} ${NOT_STORED} Send it again in a moment.`;
  const again = {
    question: link.message,
    person: link.person,
    token: form.token,
    nonce: form.nonce ?? newNonce(),
    clock: clockOf(form, host.timeZone),
    trouble,
  };
  return sendPage(reply, PROBLEMS[problem.code].status, responsePage({ ...again, redo: redoOf(form, checks) }));
}
