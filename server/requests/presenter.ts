import type { Knex } from 'knex';
import type { Outcome, Question } from '../../contract/messages.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { toIso } from '../foundation/database/rows.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { present as presentFrom, type Presented } from './presenterRules.ts';
import { answersOf } from './recorded.ts';
import { findRequest, type Request } from './requestStore.ts';
import { lastResponseOf, responseOf, type StoredResponse } from './responseStore.ts';

interface Parts {
  reader: Knex;
  publicUrl: string;
  /** What people call a channel. */
  nameOfChannel(channel: string): string;
  /** Job title and department of a person; null where they are not known. */
  workOf(personId: string): Promise<string | null>;
  now(): number;
}

/** What people see of a request; every copy on every channel is made of this. */
export interface Presenter {
  /** What a person is to see of a request now; null when it is none of theirs. */
  present(requestId: string, personId: string): Promise<Question | Outcome | null>;
  /** Of a request that is open for whoever is asked. */
  question(request: Request): Promise<Question>;
  /**
   * Of a request that takes no answer of this person any more.
   * @param own what they have answered @param last the answer that completed it
   */
  outcome(request: Request, own: StoredResponse | null, last: StoredResponse | null): Promise<Outcome>;
  /** What this person is asked for now. @throws ProblemError not_found, request_closed */
  fieldsOf(requestId: string, personId: string): Promise<VariableSpec[]>;
}

export function createPresenter({ reader, publicUrl, nameOfChannel, workOf, now }: Parts): Presenter {
  const urlOf = (requestId: string) => `${publicUrl}/#/notifications/${encodeURIComponent(requestId)}`;

  async function about(request: Request, { requestId, flowName, requester, prompt, progress }: Presented) {
    const work = await workOf(request.body.requester.id);
    return {
      requestId,
      version: request.version,
      progress,
      flowName,
      requester,
      ...(work !== null && { requesterWork: work }),
      prompt,
      webUrl: urlOf(requestId),
    };
  }

  async function question(request: Request): Promise<Question> {
    const presented = presentFrom(request, false, now());
    const { inputType, strategy, variables, chatContext, expiresAt } = presented;
    const shared = await about(request, presented);
    return { kind: 'question', ...shared, inputType, strategy, variables, chatContext, expiresAt };
  }

  async function outcome(request: Request, own: StoredResponse | null, last: StoredResponse | null): Promise<Outcome> {
    const presented = presentFrom(request, own !== null, now());
    const from = request.status === 'completed' ? last : own;
    return {
      kind: 'outcome',
      ...(await about(request, presented)),
      status: presented.status as Outcome['status'],
      text: presented.outcome?.text ?? howMany(request),
      said: presented.outcome?.said,
      where: from && nameOfChannel(from.channel),
      channel: from?.channel,
      answers: own ? answersOf(request.body, own) : [],
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
    if (presentFrom(request, own !== null, now()).status === 'waiting') return question(request);
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

const howMany = ({ answeredCount, assigneeCount }: Request): string =>
  `${answeredCount} of ${assigneeCount} people have answered.`;
