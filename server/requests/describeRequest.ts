import type { Knex } from 'knex';
import type { Outcome, Question } from '../../contract/messages.ts';
import { say, summaryInEnglish } from '../../contract/summaries.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { toIso } from '../foundation/database/rows.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { toProgress } from './notificationRules.ts';
import { answersOf } from './recorded.ts';
import { findRequest, lastResponseOf, responseOf, type Request, type StoredResponse } from './requestStore.ts';

interface Parts {
  reader: Knex;
  publicUrl: string;
  /** What people call a channel. */
  nameOfChannel(channel: string): string;
  now(): number;
}

export type DescribeRequest = (requestId: string, personId: string) => Promise<Question | Outcome | null>;

/** What a person is to see of a request right now; every copy on every channel is derived from this. */
export function createDescribeRequest({ reader, publicUrl, nameOfChannel, now }: Parts): DescribeRequest {
  return async (requestId, personId) => {
    const [request, recipient] = await Promise.all([
      findRequest(reader, requestId),
      recipientOf(reader, requestId, personId),
    ]);
    if (!request || !recipient) return null;
    const response = await responseOf(reader, requestId, personId);
    const webUrl = `${publicUrl}/#/notifications/${encodeURIComponent(requestId)}`;
    const isOpen = request.status === 'waiting' && !response && request.expiresAt > now();
    if (isOpen) return toQuestion(request, webUrl);
    const last = request.status === 'completed' ? await lastResponseOf(reader, requestId) : response;
    return { ...toOutcome(request, response, webUrl, now()), where: last && nameOfChannel(last.channel) };
  };
}

/** What this person is asked for now. @throws ProblemError not_found, request_closed */
export async function fieldsOf(describe: DescribeRequest, requestId: string, person: string): Promise<VariableSpec[]> {
  const message = await describe(requestId, person);
  if (!message) throw notFound('request');
  if (message.kind === 'outcome') throw new ProblemError('request_closed', message.text);
  return message.variables;
}

const about = (request: Request, webUrl: string) => ({
  requestId: request.id,
  version: request.version,
  progress: toProgress(request),
  flowName: request.body.flowName,
  requester: request.body.requester.displayName,
  prompt: request.body.prompt,
  webUrl,
});

function toQuestion(request: Request, webUrl: string): Question {
  const { inputType, variables, chatContext } = request.body;
  return {
    kind: 'question',
    ...about(request, webUrl),
    inputType,
    strategy: request.strategy,
    variables: variables.filter(({ type }) => type !== 'hidden'),
    chatContext,
    expiresAt: toIso(request.expiresAt),
  };
}

function toOutcome(
  request: Request,
  response: StoredResponse | null,
  webUrl: string,
  now: number,
): Omit<Outcome, 'where'> {
  const isOver = request.status === 'waiting' && !response; // its time is over, and the clock has not been here yet
  const status = isOver ? 'timed_out' : request.status === 'waiting' ? 'answered' : request.status;
  const outcome = isOver ? say('timedOut') : request.outcome;
  return {
    kind: 'outcome',
    ...about(request, webUrl),
    status,
    text: outcome === null ? progressOf(request) : summaryInEnglish(outcome),
    answers: response ? answersOf(request.body.variables, response) : [],
    at: toIso(request.closedAt ?? response?.at ?? now),
  };
}

export const progressOf = ({ answeredCount, assigneeCount }: Request): string =>
  `${answeredCount} of ${assigneeCount} people have answered.`;
