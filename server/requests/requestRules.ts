import type { Unusable } from '../../contract/conversation.ts';
import type { Payload } from '../../contract/payload.ts';
import type { RequestStatus, Strategy } from '../../contract/requests.ts';
import { say, type Said, type ShownField, type Summary } from '../../contract/summaries.ts';

/** One attempt to answer. */
export interface Submission {
  /** Chosen by the sender; sending the same id again returns the stored receipt. */
  id: string;
  requestId: string;
  person: string;
  displayName: string;
  payload: Payload;
  /** How others see the answer; empty if it may not be shown. */
  shown: ShownField[];
  channel: string;
  verifiedBy: string;
  tokenHash?: string;
}

export interface RequestState {
  id: string;
  executionId: string;
  strategy: Strategy;
  status: RequestStatus;
  assigneeCount: number;
  answeredCount: number;
  version: number;
  expiresAt: number;
  outcome: Summary | null;
  /** The person whose answer completed it. */
  answeredBy: string | null;
}

/** What the database knows about one submission. Submissions to one request share its `request`. */
export interface SubmissionFacts {
  request?: RequestState;
  isAssignee: boolean;
  /** The submission id of this person's stored response. */
  respondedWith?: string;
  token?: { requestId: string; person: string; isUsed: boolean; isExpired: boolean };
}

export type Refusal = 'not_found' | 'not_assignee' | 'already_responded' | 'link_unusable' | 'request_closed';
export type Verdict =
  /** `request` has its new state but still the old `version`. */
  { accepted: true; request: RequestState; isRepeat: boolean } | { accepted: false; refusal: Refusal };

export interface Decision {
  /** One per submission. */
  verdicts: Verdict[];
  /** The submissions to store. */
  stored: Submission[];
  /** The changed requests in their new state, but still with the old `version`. */
  requests: RequestState[];
}

export type Closable = Pick<RequestState, 'status' | 'expiresAt'>;

/** A request past its deadline still says `waiting` until the loop closes it; nobody can answer it any more. */
export const stateAt = ({ status, expiresAt }: Closable, now: number): RequestStatus =>
  status === 'waiting' && expiresAt <= now ? 'timed_out' : status;

type Attempt = Pick<Submission, 'id' | 'person' | 'tokenHash'>;

/**
 * Why a submission is refused, or `repeat`; null: accept it. The order is a promise: a repeat gets the stored answer,
 * then a person who already answered is told so, and only then is the request closed.
 */
export function refusalOf(attempt: Attempt, known: SubmissionFacts, now: number): Refusal | 'repeat' | null {
  const { request, isAssignee, respondedWith, token } = known;
  const hasToken = attempt.tokenHash !== undefined;
  if (!request) return hasToken ? 'link_unusable' : 'not_found';
  if (hasToken && (!token || token.requestId !== request.id)) return 'link_unusable';
  if (!isAssignee || (token && token.person !== attempt.person)) return 'not_assignee';
  if (respondedWith === attempt.id) return 'repeat';
  if (respondedWith !== undefined) return token?.isUsed ? 'link_unusable' : 'already_responded';
  if (token && (token.isUsed || token.isExpired)) return 'link_unusable';
  if (stateAt(request, now) !== 'waiting') return 'request_closed';
  return null;
}

/** Why a token cannot be used. A caller who asks about another request does not learn what the token is for. */
export function whyUnusable(requestId: string, token: SubmissionFacts['token']): Unusable {
  if (token?.requestId !== requestId) return 'unknown';
  if (token.isUsed) return 'used';
  return token.isExpired ? 'expired' : 'unknown';
}

/** Decides each submission as if they came one after another. Does not mutate its input (behaviour 3.2). */
export function decideAnswers(submissions: Submission[], known: SubmissionFacts[], now: number): Decision {
  const requests = new Map<string, RequestState>();
  const respondedWith = new Map<string, string>();
  const usedTokens = new Set<string>();
  const stored: Submission[] = [];

  function decide(submission: Submission, before: SubmissionFacts): Verdict {
    const current = before.request && (requests.get(before.request.id) ?? before.request);
    const key = JSON.stringify([submission.requestId, submission.person]);
    const token = before.token && {
      ...before.token,
      isUsed: before.token.isUsed || usedTokens.has(submission.tokenHash!),
    };
    const state = { ...before, request: current, respondedWith: respondedWith.get(key) ?? before.respondedWith, token };
    const refusal = refusalOf(submission, state, now);
    if (refusal === 'repeat') return { accepted: true, request: current!, isRepeat: true };
    if (refusal) return { accepted: false, refusal };
    const after = withAnswer(current!, submission);
    requests.set(after.id, after);
    respondedWith.set(key, submission.id);
    if (submission.tokenHash) usedTokens.add(submission.tokenHash);
    stored.push(submission);
    return { accepted: true, request: after, isRepeat: false };
  }

  const verdicts = submissions.map((submission, n) => decide(submission, known[n]!));
  return { verdicts, stored, requests: [...requests.values()] };
}

/**
 * The position of each submission among the answers to its request. `requests` have their new counts, which include
 * these.
 * @param stored in the order of acceptance
 */
export function placesOf(
  stored: readonly Pick<Submission, 'requestId'>[],
  requests: readonly Pick<RequestState, 'id' | 'answeredCount'>[],
): number[] {
  const next = new Map(requests.map(({ id, answeredCount }) => [id, answeredCount]));
  return stored
    .toReversed()
    .map(({ requestId }) => {
      const place = next.get(requestId)!;
      next.set(requestId, place - 1);
      return place;
    })
    .toReversed();
}

function withAnswer(request: RequestState, submission: Submission): RequestState {
  const answeredCount = request.answeredCount + 1;
  const isComplete = request.strategy === 'any' || answeredCount === request.assigneeCount;
  if (!isComplete) return { ...request, answeredCount };
  return {
    ...request,
    answeredCount,
    status: 'completed',
    outcome: outcomeOf(request, submission),
    answeredBy: submission.displayName,
  };
}

function outcomeOf({ strategy, assigneeCount }: RequestState, { displayName: name, shown }: Submission): Said {
  const isAlone = strategy === 'any' || assigneeCount === 1;
  const values = { name, ...(!isAlone && { count: assigneeCount }) };
  if (shown.length === 0) return say(isAlone ? 'answered' : 'allAnswered', values);
  return say(isAlone ? 'answeredWith' : 'allAnsweredWith', values, shown);
}
