import type { Knex } from 'knex';
import type { Outcome, Question } from '../../contract/messages.ts';
import { linkTo } from '../../contract/openLinks.ts';
import { toIso } from '../foundation/database/rows.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { present as presentFrom, type Presented } from './presenterRules.ts';
import { answersInOutcome } from './recorded.ts';
import { readAskedAs } from './askedAs.ts';
import { findRequest, type Request } from './requestStore.ts';
import { lastResponseOf, responseOf, type StoredResponse } from './responseStore.ts';

interface Parts {
  reader: Knex;
  publicUrl: string;
  /** The display name of a channel. */
  nameOfChannel(channel: string): string;
  /** Job title and department of a person; null if unknown. */
  workOf(personId: string): Promise<string | null>;
  now(): number;
}

/** What people see of a request; the copies on all channels are made from this. */
export interface Presenter {
  /** What a person sees of a request now; null if it is not theirs. */
  present(requestId: string, personId: string): Promise<Question | Outcome | null>;
  /** An open request as its assignees see it; with `personId`, including why this person is asked. */
  question(request: Request, personId?: string): Promise<Question>;
  /**
   * A request that takes no answer from this person any more.
   * @param own the person's own answer
   * @param last the answer that completed it
   */
  outcome(request: Request, own: StoredResponse | null, last: StoredResponse | null): Promise<Outcome>;
  /** What this person is asked for now. @throws ProblemError not_found, request_closed */
  askedOf(requestId: string, personId: string): Promise<Pick<Question, 'title' | 'variables'>>;
}

export function createPresenter({ reader, publicUrl, nameOfChannel, workOf, now }: Parts): Presenter {
  const about = aboutIn({ publicUrl, workOf });

  async function question(request: Request, personId?: string): Promise<Question> {
    const presented = presentFrom(request, false, now());
    const { inputType, strategy, variables, comment, chatContext, expiresAt } = presented;
    const shared = { ...(await about(request, presented)), ...(comment && { comment }) };
    const { next } = request.body;
    const askedAs = personId === undefined ? null : await readAskedAs(reader, request, personId);
    return {
      kind: 'question',
      ...shared,
      inputType,
      strategy,
      variables,
      chatContext,
      expiresAt,
      ...(askedAs && { askedAs }),
      ...(next && { next }),
    };
  }

  async function outcome(request: Request, own: StoredResponse | null, last: StoredResponse | null): Promise<Outcome> {
    const presented = presentFrom(request, own !== null, now());
    const completing = request.status === 'completed' ? last : null;
    const from = completing ?? own;
    return {
      kind: 'outcome',
      ...(await about(request, presented)),
      status: presented.status as Outcome['status'],
      text: presented.outcome?.text ?? howMany(request),
      said: presented.outcome?.said,
      where: from && nameOfChannel(from.channel),
      channel: from?.channel,
      ...answersInOutcome(request.body, { own, completing }),
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
    if (presentFrom(request, own !== null, now()).status === 'waiting') return question(request, personId);
    return outcome(request, own, request.status === 'completed' ? await lastResponseOf(reader, requestId) : own);
  }

  return {
    present,
    question,
    outcome,
    async askedOf(requestId, personId) {
      const message = await present(requestId, personId);
      if (!message) throw notFound('request');
      if (message.kind === 'outcome') throw new ProblemError('request_closed', message.text);
      return message;
    },
  };
}

const howMany = ({ answeredCount, assigneeCount }: Request): string =>
  `${answeredCount} of ${assigneeCount} people have answered.`;

/** The part that questions and outcomes share. */
const aboutIn =
  ({ publicUrl, workOf }: Pick<Parts, 'publicUrl' | 'workOf'>) =>
  async (
    { id, version, body }: Request,
    { flowName, requester, title, prompt, content, facts, attachments, progress }: Presented,
  ) => {
    const work = await workOf(body.requester.id);
    const shown = { requestId: id, version, progress, flowName, requester, title, prompt, facts, attachments };
    const webUrl = linkTo(publicUrl, `notifications/${encodeURIComponent(id)}`);
    return { ...shown, ...(content && { content }), ...(work !== null && { requesterWork: work }), webUrl };
  };
