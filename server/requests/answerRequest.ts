import type { Knex } from 'knex';
import { newId } from '../foundation/newId.ts';
import type { Answer, TokenPolicy } from '../../contract/channel.ts';
import type { Receipt } from '../../contract/payload.ts';
import { summaryInEnglish } from '../../contract/summaries.ts';
import { saidOf } from '../flow/summaries.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { createBatcher } from '../foundation/database/batcher.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { consumeToken, hashToken } from '../messages/deliveries/tokens.ts';
import { readKnown } from './answerBatch.ts';
import type { AnswerValues } from './answerValues.ts';
import type { Broker } from './broker.ts';
import { refusalOf, type Known, type Refusal, type RequestState, type Submission } from './requestRules.ts';
import { findRequest, findRequests, responseOf, type Request } from './requestStore.ts';
import { recordedOf } from './recorded.ts';

interface Parts {
  reader: Knex;
  units: UnitOfWork;
  broker: Pick<Broker, 'submit'>;
  values: AnswerValues;
  tokenPolicyOf(channel: string): TokenPolicy;
  now(): number;
}

type Attempt = Pick<Submission, 'id' | 'requestId' | 'person' | 'tokenHash' | 'channel'>;

export type AnswerRequest = (answer: Answer) => Promise<Receipt>;

/**
 * The one way in which every channel brings an answer, after it has verified its caller its own way. Answers that come at
 * the same time are looked up together.
 * @throws ProblemError not_found, not_assignee, already_responded, link_unusable, request_closed, validation_failed
 */
export function createAnswerRequest({ reader, units, broker, values, tokenPolicyOf, now }: Parts): AnswerRequest {
  const lookUps = createBatcher<Attempt, LookUp>({ perform: (attempts) => lookUp(reader, attempts, now()) });

  return async ({ requestId, responder, submitted, source, token, submissionId }) => {
    const tokenHash = token === undefined ? undefined : (hashToken(token) ?? 'not a token');
    const { channel, verifiedBy } = source;
    const tokenPolicy = tokenPolicyOf(channel);
    if (tokenPolicy !== 'none' && token === undefined) throw refuse('link_unusable');
    const attempt = { id: submissionId ?? newId(), requestId, person: responder.id, tokenHash, channel };
    const { known, request } = await lookUps.add(attempt);
    const repeated = await recognise(attempt, known);
    if (repeated) return repeated;
    if (!request) throw notFound('request');
    if (request.body.requireIdentity && tokenPolicy === 'with_answer') throw refuse('link_unusable'); // proves nobody's identity
    const { payload, shown } = await values.prepare(request, submitted, { responder: responder.id, source });
    const submission: Submission = {
      ...attempt,
      displayName: responder.displayName,
      payload: JSON.stringify(payload),
      shown,
      verifiedBy,
    };
    const isConsumed = tokenHash !== undefined && tokenPolicy === 'before_answer';
    if (isConsumed) await consume(attempt, tokenHash);
    const verdict = await broker.submit(isConsumed ? { ...submission, tokenHash: undefined } : submission);
    if (!verdict.accepted) throw await explain(verdict.refusal, submission);
    return receipt({ id: requestId, ...verdict });
  };

  /**
   * What only needs reading, before fields are checked: a late answer hears that it is late, not that a field is missing.
   * A repeat gets its receipt again.
   */
  async function recognise(attempt: Attempt, known: Known): Promise<Receipt | null> {
    const refusal = refusalOf(attempt, known, now());
    if (refusal === null) return null;
    if (refusal === 'repeat') return receipt(known.request!);
    if (refusal === 'request_closed') await units.run(({ trx }) => addToAudit(trx, [lateAnswer(attempt)]));
    throw await explain(refusal, attempt);
  }

  /** In a unit of its own, so that it is used up whatever becomes of the answer (behaviour 5.2). */
  async function consume(attempt: Attempt, tokenHash: string): Promise<void> {
    const isOurs = await units.run(({ trx }) => consumeToken(trx, tokenHash, now()));
    if (isOurs) return;
    const { known } = await lookUps.add(attempt); // the same press may have come twice at once
    throw await explain(known.respondedWith === undefined ? 'link_unusable' : 'already_responded', attempt);
  }

  function lateAnswer({ person, requestId, channel }: Attempt): AuditRow {
    return { at: now(), actor: person, action: 'request.answer_refused', subject: requestId, channel };
  }

  async function explain(
    refusal: Refusal,
    { requestId, person }: Pick<Submission, 'requestId' | 'person'>,
  ): Promise<ProblemError> {
    if (refusal !== 'already_responded') return refuse(refusal);
    const [request, response] = await Promise.all([
      findRequest(reader, requestId),
      responseOf(reader, requestId, person),
    ]);
    const recorded = request && response ? recordedOf(request, response) : undefined;
    return new ProblemError('already_responded', REFUSALS.already_responded, { recorded });
  }
}

const REFUSALS: Record<Refusal, string> = {
  not_found: 'There is no request with this id.',
  not_assignee: 'This question was put to other people.',
  already_responded: 'You have answered this already; your first answer stands.',
  link_unusable: 'This link is unknown, used or expired.',
  request_closed: 'This question is closed; no answer is needed any more.',
};

const refuse = (refusal: Refusal): ProblemError => new ProblemError(refusal, REFUSALS[refusal]);

interface LookUp {
  known: Known;
  request: Request | null;
}

/** What there is to know about attempts that arrive together, in two statements for all of them. */
async function lookUp(reader: Knex, attempts: Attempt[], now: number): Promise<LookUp[]> {
  const ids = attempts.map(({ requestId }) => requestId);
  const [known, requests] = await Promise.all([readKnown(reader, attempts, now), findRequests(reader, ids)]);
  return attempts.map(({ requestId }, n) => ({ known: known[n]!, request: requests.get(requestId) ?? null }));
}

const receipt = ({ id, status, outcome }: Pick<RequestState, 'id' | 'status' | 'outcome'>): Receipt => ({
  requestId: id,
  status: status === 'waiting' ? 'waiting' : 'completed',
  ...(outcome !== null && { outcome: summaryInEnglish(outcome), outcomeSaid: saidOf(outcome) }),
});
