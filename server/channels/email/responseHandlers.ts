import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../contract/answers.ts';
import type { ChannelHost } from '../../../contract/channel.ts';
import { faultsBeforeAsking, optionsToConfirm } from '../../../contract/confirm.ts';
import type { Answered, GivenValues } from '../../../contract/conversation.ts';
import type { AskedFields, Outcome, Question } from '../../../contract/messages.ts';
import { SOURCES } from '../../../contract/payload.ts';
import type { Person } from '../../../contract/people.ts';
import type { Speech } from '../../../contract/speech.ts';
import { commentApart } from '../../../contract/commentField.ts';
import { spokenFields, spokenQuestion } from '../../../contract/spoken.ts';
import { checkWithPatterns } from '../../flow/answerChecks.ts';
import { failed, PROBLEMS, ProblemError } from '../../foundation/errors.ts';
import type { CallLimits } from '../../foundation/http/callLimits.ts';
import { toReceipt } from '../../requests/receipts.ts';
import { confirmPage } from './confirmPage.ts';
import { showNotice, takeAction } from './noticeHandlers.ts';
import { asProblem, problemText, sendPage, speechOf, wantsProblem } from './responseReplies.ts';
import {
  clockOf,
  enteredIn,
  isToken,
  looksAutomated,
  noteOf,
  readForm,
  redoOf,
  refusedByPage,
  submissionIdOf,
  unusable,
  valuesOf,
  type ReturnedForm,
} from './responseForm.ts';
import { fieldsOf, responsePage } from './responsePage.ts';
import { outcomePage, recordedPage } from './statePages.ts';

export type LinkLimits = Pick<CallLimits, 'countFailure' | 'countOpening' | 'countForm'>;

/** What both handlers need. */
export interface ResponseParts {
  host: ChannelHost;
  callLimits: LinkLimits;
  newNonce: () => string;
}

/** Shows what a link leads to. Changes nothing: mail programs and scanners open links before people do. */
export async function showLink(
  { host, callLimits, newNonce }: ResponseParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.query as { token?: unknown };
  const link = isToken(token) ? await host.openLink(token) : null;
  if (!isToken(token) || !link) throw unusable();
  callLimits.countOpening(token);
  const { message, person } = link;
  const speech = speechOf(request, person);
  if (message.kind === 'outcome') return sendPage(reply, 200, outcomePage(message, { person, speech }));
  if (message.kind === 'notice') return showNotice(request, reply, { notice: message, token, speech });
  const clock = { zone: host.timeZone, isOwn: false };
  const page = { question: message, person, token, nonce: newNonce(), clock, speech };
  return sendPage(reply, 200, responsePage(page));
}

/** The person to reply to, and their form. */
interface Told {
  form: ReturnedForm;
  person: Person;
  speech: Speech;
}

/** Submits a form as the answer of the person to whom the token was issued (behaviour 5.2). */
export async function submitForm(
  parts: ResponseParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { host, callLimits } = parts;
  refuseForeignForms(request.headers, host.publicUrl);
  const form = readForm(request.body);
  const holder = await host.holderOf(form.token);
  if (!holder) throw unusable();
  callLimits.countForm(form.token);
  const { person } = holder;
  const told = { form, person, speech: speechOf(request, person) };
  const { action: actionId, token } = form;
  if (actionId !== null) return takeAction(host, reply, { ...holder, token, actionId }, told.speech);
  const clock = clockOf(form, host.timeZone);
  const given = {
    requestId: holder.subjectId,
    responder: person,
    source: SOURCES.email,
    token: form.token,
    submissionId: submissionIdOf(form),
    read: (question: Question) =>
      readAnswer(form, question, { clock, speech: told.speech, canAsk: !wantsProblem(request) }),
  };
  const answered = await host
    .answer(given)
    .catch((error: unknown) => (error instanceof ConfirmationNeeded ? error : asProblem(error, host.log)));
  if (answered instanceof ConfirmationNeeded) return askAgain(parts, reply, told, answered);
  if (answered instanceof ProblemError) return showAgain(parts, request, reply, told, answered);
  // the same text whatever the reason: the holder of a link does not learn what it was for
  if (answered.kind === 'refused' || (answered.kind === 'already_decided' && answered.given)) throw unusable();
  if (wantsProblem(request)) return reply.send(toReceipt(answered));
  return showAnswered(parts, reply, told, answered);
}

/**
 * Browsers report where a form was sent from; under `no-referrer` they report our own origin as "null".
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

/** Nothing is recorded yet: an option needs confirmation, or the form shows no sign of a person. */
class ConfirmationNeeded extends Error {
  constructor(
    readonly question: Question,
    readonly values: GivenValues['values'],
  ) {
    super('This answer needs confirmation.');
  }
}

interface Reading {
  clock: Clock;
  speech: Speech;
  /** Whether a page can ask for confirmation: API clients get no pages. */
  canAsk: boolean;
}

/** @throws ProblemError for what the page itself refuses; ConfirmationNeeded if the person has to confirm */
function readAnswer(form: ReturnedForm, question: Question, { clock, speech, canAsk }: Reading): GivenValues {
  const { variables } = question;
  const asked = fieldsOf(question, speech);
  const typist = { zone: clock.zone, decimal: speech.decimal };
  const { values, comment } = commentApart(question, valuesOf(form, asked, typist));
  const note = noteOf(form);
  const checks = refusedByPage(variables, values, note);
  if (checks) throw failed(checks);
  const isMeant =
    form.step === 'send' || !(looksAutomated(form, asked, typist) || optionsToConfirm(variables, values).length > 0);
  if (canAsk && (form.step === 'back' || !isMeant)) {
    const faults = form.step === 'back' ? null : faultsBeforeAsking(question, { values, comment }, checkWithPatterns);
    throw faults ? failed(faults) : new ConfirmationNeeded(question, values);
  }
  return { values, note, comment };
}

/** Asks for confirmation; after "back" shows the form unchanged. */
function askAgain(
  { host, newNonce }: ResponseParts,
  reply: FastifyReply,
  { form, person, speech }: Told,
  { question, values }: ConfirmationNeeded,
): FastifyReply {
  if (form.step !== 'back') {
    const spoken = spokenQuestion(question, speech);
    const options = optionsToConfirm(spoken.variables, values);
    const { title } = question;
    return sendPage(reply, 200, confirmPage(form, { title, options, specs: fieldsOf(spoken, speech) }, speech));
  }
  const { token, nonce } = form;
  const clock = clockOf(form, host.timeZone);
  const redo = redoOf(form, {}, speech, clock);
  return sendPage(
    reply,
    200,
    responsePage({ question, person, token, nonce: nonce ?? newNonce(), clock, speech, redo }),
  );
}

function showAnswered(
  { host, newNonce }: ResponseParts,
  reply: FastifyReply,
  told: Told,
  answered: Exclude<Answered, { kind: 'refused' }>,
) {
  const { form, person, speech } = told;
  switch (answered.kind) {
    case 'recorded':
      return sendPage(reply, 200, recordedPage(answered.outcome, noteOf(form), speech));
    case 'already_decided':
      return sendTooLate(reply, answered, told);
    case 'invalid': {
      const { question, checks } = answered;
      const clock = clockOf(form, host.timeZone);
      const nonce = form.nonce ?? newNonce();
      const redo = redoOf(form, checks, speech, clock);
      const page = { question, person, token: form.token, nonce, clock, speech, redo };
      return sendPage(reply, PROBLEMS.validation_failed.status, responsePage(page));
    }
  }
}

function sendTooLate(
  reply: FastifyReply,
  { outcome, asked }: { outcome: Outcome; asked?: AskedFields },
  { form, person, speech }: Told,
): FastifyReply {
  const entered = enteredIn(form, speech, asked && spokenFields(asked, speech));
  return sendPage(reply, PROBLEMS.request_closed.status, outcomePage(outcome, { person, speech, entered }));
}

/** Nothing was stored: says why, and shows the form again with what was typed. */
async function showAgain(
  { host, newNonce }: ResponseParts,
  request: FastifyRequest,
  reply: FastifyReply,
  told: Told,
  problem: ProblemError,
): Promise<FastifyReply> {
  const { form, speech } = told;
  if (wantsProblem(request)) throw problem;
  const link = await host.openLink(form.token).catch(() => {
    throw problem;
  });
  if (!link || link.message.kind === 'notice') throw unusable();
  if (link.message.kind === 'outcome') return sendTooLate(reply, { outcome: link.message }, told);
  const { retryAfterSeconds, checks = {} } = problem.extra;
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  const isInvalid = problem.code === 'validation_failed';
  const trouble = isInvalid
    ? undefined
    : [problemText(problem, speech), speech.say('page.linkWorks'), speech.say('page.sendAgain')].join(' ');
  const clock = clockOf(form, host.timeZone);
  const again = {
    question: link.message,
    person: link.person,
    token: form.token,
    nonce: form.nonce ?? newNonce(),
    clock,
    trouble,
    speech,
  };
  const redo = redoOf(form, checks, speech, clock);
  return sendPage(reply, PROBLEMS[problem.code].status, responsePage({ ...again, redo }));
}
