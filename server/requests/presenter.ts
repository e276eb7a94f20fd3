import type { Knex } from 'knex';
import type { Outcome, Question } from '../../contract/messages.ts';
import { say, summaryInEnglish } from '../../contract/summaries.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { saidOf } from '../flow/summaries.ts';
import { toIso } from '../foundation/database/rows.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { toProgress } from './notificationRules.ts';
import { answersOf } from './recorded.ts';
import { stateAt } from './requestRules.ts';
import { findRequest, lastResponseOf, responseOf, type Request, type StoredResponse } from './requestStore.ts';

interface Parts {
  reader: Knex;
  publicUrl: string;
  /** What people call a channel. */
  nameOfChannel(channel: string): string;
  now(): number;
}

/** What people see of a request; every copy on every channel is made of this. */
export interface Presenter {
  /** What a person is to see of a request now; null when it is none of theirs. */
  present(requestId: string, personId: string): Promise<Question | Outcome | null>;
  /** Of a request that is open for whoever is asked. */
  question(request: Request): Question;
  /**
   * Of a request that takes no answer of this person any more.
   * @param own what they have answered @param last the answer that completed it
   */
  outcome(request: Request, own: StoredResponse | null, last: StoredResponse | null): Outcome;
  /** What this person is asked for now. @throws ProblemError not_found, request_closed */
  fieldsOf(requestId: string, personId: string): Promise<VariableSpec[]>;
}

export function createPresenter({ reader, publicUrl, nameOfChannel, now }: Parts): Presenter {
  const urlOf = (requestId: string) => `${publicUrl}/#/notifications/${encodeURIComponent(requestId)}`;

  const about = (request: Request) => ({
    requestId: request.id,
    version: request.version,
    progress: toProgress(request),
    flowName: request.body.flowName,
    requester: request.body.requester.displayName,
    prompt: request.body.prompt,
    webUrl: urlOf(request.id),
  });

  function question(request: Request): Question {
    const { inputType, variables, chatContext } = request.body;
    return {
      kind: 'question',
      ...about(request),
      inputType,
      strategy: request.strategy,
      variables: variables.filter(({ type }) => type !== 'hidden'),
      chatContext,
      expiresAt: toIso(request.expiresAt),
    };
  }

  function outcome(request: Request, own: StoredResponse | null, last: StoredResponse | null): Outcome {
    const { status, summary } = stateFor(request, own);
    const from = request.status === 'completed' ? last : own;
    return {
      kind: 'outcome',
      ...about(request),
      status,
      text: summary === null ? progressOf(request) : summaryInEnglish(summary),
      said: saidOf(summary),
      where: from && nameOfChannel(from.channel),
      answers: own ? answersOf(request.body.variables, own) : [],
      at: toIso(request.closedAt ?? own?.at ?? now()),
    };
  }

  async function present(requestId: string, personId: string): Promise<Question | Outcome | null> {
    const [request, recipient] = await Promise.all([
      findRequest(reader, requestId),
      recipientOf(reader, requestId, personId),
    ]);
    if (!request || !recipient) return null;
    const own = await responseOf(reader, requestId, personId);
    if (stateAt(request, now()) === 'waiting' && !own) return question(request);
    return outcome(request, own, request.status === 'completed' ? await lastResponseOf(reader, requestId) : own);
  }

  return {
    present,
    question,
    outcome,
    async fieldsOf(requestId, personId) {
      const message = await present(requestId, personId);
      if (!message) throw notFound('request');
      if (message.kind === 'outcome') throw new ProblemError('request_closed', message.text);
      return message.variables;
    },
  };
}

/** A request whose time is over is timed out, also before the clock has been there; one that waits for others is not over. */
function stateFor({ status, outcome }: Request, own: StoredResponse | null) {
  if (status !== 'waiting') return { status, summary: outcome };
  return own
    ? { status: 'answered' as const, summary: null }
    : { status: 'timed_out' as const, summary: say('timedOut') };
}

export const progressOf = ({ answeredCount, assigneeCount }: Request): string =>
  `${answeredCount} of ${assigneeCount} people have answered.`;
