import type { Knex } from 'knex';
import type { TokenPolicy } from '../../contract/channel.ts';
import type { Answered, GivenAnswer, GivenValues, Refused, Unusable } from '../../contract/conversation.ts';
import type { Question } from '../../contract/messages.ts';
import { INBOX, linkTo } from '../../contract/openLinks.ts';
import type { Source } from '../../contract/payload.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { createBatcher } from '../foundation/database/batcher.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { ProblemError } from '../foundation/errors.ts';
import { newId } from '../foundation/newId.ts';
import { consumeToken, hashToken } from '../messages/deliveries/tokens.ts';
import { lookUp } from './answerBatch.ts';
import type { AnswerValues } from './answerValues.ts';
import type { AskedCache } from './askedCache.ts';
import type { Broker } from './broker.ts';
import type { Presenter } from './presenter.ts';
import { shownFields } from './presenterRules.ts';
import { recordedOf } from './recorded.ts';
import {
  refusalOf,
  whyUnusable,
  type SubmissionFacts,
  type Refusal,
  type RequestState,
  type Submission,
} from './requestRules.ts';
import type { Request } from './requestStore.ts';
import { responseOf, type StoredResponse } from './responseStore.ts';

interface Parts {
  reader: Knex;
  units: UnitOfWork;
  broker: Pick<Broker, 'submit' | 'asked'>;
  values: AnswerValues;
  presenter: Presenter;
  publicUrl: string;
  tokenPolicyOf(channel: string): TokenPolicy;
  now(): number;
}

/** The one entry for answers from every channel, after the channel has verified its caller. */
export interface Conversation {
  answer(given: GivenAnswer): Promise<Answered>;
}

type Attempt = Pick<Submission, 'id' | 'requestId' | 'person' | 'tokenHash' | 'channel'>;

type Found = SubmissionFacts & { request?: Request };

/** Looks up concurrent answers together, except those to requests that this server has just raised. */
export function createConversation(parts: Parts): Conversation {
  const { reader, units, broker, presenter, tokenPolicyOf, now } = parts;
  const lookUps = createBatcher<Attempt, Found>({ perform: (attempts) => lookUp(reader, attempts, now()) });
  const explain = createExplain(parts);

  async function answer(given: GivenAnswer): Promise<Answered> {
    const { responder, source, token } = given;
    const tokenPolicy = tokenPolicyOf(source.channel);
    const attempt = attemptOf(given);
    const { tokenHash } = attempt;
    if (tokenPolicy !== 'none' && token === undefined) return explain('link_unusable', attempt, NOTHING);
    const known = rememberedFor(attempt, broker.asked) ?? (await lookUps.add(attempt));
    const { request } = known;
    const refused = await refuse(attempt, known, source);
    if (refused || !request) return refused ?? explain('not_found', attempt, known);
    const provesNobody = tokenPolicy === 'with_answer';
    if (request.body.requireIdentity && provesNobody) return explain('link_unusable', attempt, NOTHING);

    const checked = await check(parts.values, request, await presenter.question(request), given);
    if ('checks' in checked) return invalid(attempt, checked.checks, request, source);
    const isConsumed = tokenHash !== undefined && tokenPolicy === 'before_answer';
    if (isConsumed && !(await units.run(({ trx }) => consumeToken(trx, tokenHash, now())))) return afterRace(attempt);
    const submission: Submission = {
      ...attempt,
      ...checked,
      ...(isConsumed && { tokenHash: undefined }),
      displayName: responder.displayName,
      verifiedBy: source.verifiedBy,
    };
    const verdict = await broker.submit(submission);
    if (!verdict.accepted) {
      const after = await lookUps.add(attempt).then((found) => discard(attempt, found, parts));
      return explain(verdict.refusal, attempt, after);
    }
    if (verdict.isRepeat) return explain('repeat', attempt, known);
    return recorded(request, verdict.request, submission);
  }

  /** Why an answer is refused; null if it is not. */
  async function refuse(attempt: Attempt, known: Found, source: Source): Promise<Answered | null> {
    const refusal = refusalOf(attempt, known, now());
    if (refusal === 'request_closed')
      await units.run(({ trx }) => addToAudit(trx, [lateAnswer(attempt, source, now())]));
    return refusal && explain(refusal, attempt, known);
  }

  /** Nobody is asked to correct an answer that would be refused: others, or the person, may have answered meanwhile. */
  async function invalid(attempt: Attempt, checks: FieldChecks, before: Request, source: Source): Promise<Answered> {
    const known = await lookUps.add(attempt);
    const question = () => presenter.question(known.request ?? before, attempt.person);
    return (await refuse(attempt, known, source)) ?? { kind: 'invalid', question: await question(), checks };
  }

  /** The request after the answer, without reading it again. */
  async function recorded(before: Request, after: RequestState, given: Submission): Promise<Answered> {
    const { requestId, person, ...submission } = given;
    const { status, answeredCount, outcome, answeredBy } = after;
    const own: StoredResponse = { requestId, person, ...submission, at: now() };
    const closedAt = status === 'waiting' ? null : own.at;
    const request = { ...before, status, answeredCount, outcome, answeredBy, version: after.version + 1, closedAt };
    return { kind: 'recorded', outcome: await presenter.outcome(request, own, own) };
  }

  /** The token was used meanwhile: perhaps the same button press arrived twice. */
  async function afterRace(attempt: Attempt): Promise<Answered> {
    const known = await lookUps.add(attempt);
    return explain(known.respondedWith === undefined ? 'link_unusable' : 'already_responded', attempt, known);
  }

  return { answer };
}

/** Validates the values with the same schema that clients use. */
async function check(
  values: AnswerValues,
  request: Request,
  question: Question,
  { read, responder, source }: GivenAnswer,
): Promise<Awaited<ReturnType<AnswerValues['prepare']>> | { checks: FieldChecks }> {
  try {
    const given: GivenValues = await read(question);
    return await values.prepare(request, given, { responder: responder.id, source });
  } catch (error) {
    const checks = error instanceof ProblemError ? error.extra.checks : undefined;
    if (!checks) throw error;
    return { checks };
  }
}

/** Keeps nothing for a refused answer if its sender can no longer give one. @returns what is known */
async function discard(
  { person }: Attempt,
  found: Found,
  { values, reader }: Pick<Parts, 'values' | 'reader'>,
): Promise<Found> {
  const { request, respondedWith } = found;
  const isOver = request && (request.status !== 'waiting' || respondedWith !== undefined);
  if (isOver) await values.discard(request, person, await responseOf(reader, request.id, person));
  return found;
}

function attemptOf({ requestId, responder, source, token, submissionId = newId() }: GivenAnswer): Attempt {
  const tokenHash = token === undefined ? undefined : (hashToken(token) ?? 'not a token');
  return { id: submissionId, requestId, person: responder.id, tokenHash, channel: source.channel };
}

/** The cached request for an attempt without a token; an attempt with a token is always looked up. */
function rememberedFor({ requestId, person, tokenHash }: Attempt, asked: AskedCache): Found | undefined {
  const request = tokenHash === undefined ? asked.find(requestId, person) : undefined;
  return request && { request, isAssignee: true };
}

const lateAnswer = ({ person, requestId, channel }: Attempt, { verifiedBy }: Source, at: number): AuditRow => ({
  at,
  actor: person,
  verifiedBy,
  action: 'request.answer_refused',
  subject: requestId,
  channel,
});

/** A request about which nothing is disclosed. */
const NOTHING: Found = { isAssignee: false };

/** Explains why an answer was refused, and as much of the question's outcome as its sender may know. */
function createExplain({ reader, presenter, publicUrl, tokenPolicyOf }: Parts) {
  const refused = (id: Refused, webUrl = linkTo(publicUrl, INBOX), why?: Unusable): Answered => ({
    kind: 'refused',
    id,
    values: { webUrl, ...(why && { why }) },
  });

  return async (
    refusal: Refusal | 'repeat',
    attempt: Attempt,
    { request, isAssignee, token }: Found,
  ): Promise<Answered> => {
    const { requestId, person, channel, tokenHash } = attempt;
    if (refusal === 'not_found' || refusal === 'not_assignee') return refused(refusal);
    // A token does not prove who holds it: the outcome is shown only to a sender who is verified otherwise.
    const isProven = tokenHash === undefined || tokenPolicyOf(channel) === 'before_answer';
    const mayKnow = isAssignee && request !== undefined && (isProven || refusal !== 'link_unusable');
    const message = mayKnow ? await presenter.present(requestId, person) : null;
    if (message?.kind !== 'outcome') return refused('link_unusable', message?.webUrl, whyUnusable(requestId, token));
    if (refusal === 'repeat') return { kind: 'recorded', outcome: message };
    const own = await responseOf(reader, requestId, person);
    const asked = { inputType: request!.body.inputType, variables: shownFields(request!.body) };
    return { kind: 'already_decided', outcome: message, given: own && recordedOf(request!, own), asked };
  };
}
