import type { Knex } from 'knex';
import { isShown } from '../../contract/answers.ts';
import type { Remark, RequestView } from '../../contract/requests.ts';
import { titleOf } from '../../contract/titles.ts';
import { shownError } from '../flow/executionView.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { deliveriesOf } from '../messages/deliveries/deliveryStore.ts';
import { recipientsOf } from '../messages/notifications/notificationStore.ts';
import { readAskedAs } from './askedAs.ts';
import { present } from './presenterRules.ts';
import { answersOf, commentOf } from './recorded.ts';
import { stateAt } from './requestRules.ts';
import type { Request } from './requestStore.ts';
import { responsesOf, type StoredResponse } from './responseStore.ts';

const LISTED = 500;

interface Looking {
  /** The reader. */
  personId: string;
  showsDeliveries: boolean;
  showsContext: boolean;
  mayOpen: RequestView['mayOpen'];
  now: number;
}

/** A request with its assignees, responses and the state of its deliveries. */
export async function toRequestView(
  reader: Knex,
  request: Request,
  { personId, showsDeliveries, showsContext, mayOpen, now }: Looking,
): Promise<RequestView> {
  const [people, askedAs, responses, deliveries] = await Promise.all([
    recipientsOf(reader, request.id, { limit: LISTED }),
    readAskedAs(reader, request, personId),
    responsesOf(reader, [request.id]),
    showsDeliveries ? deliveriesOf(reader, request.id, now, LISTED) : [],
  ]);
  const { outcome } = present(request, false, now);
  const seen = { ...request, status: stateAt(request, now) };
  const answered = new Map((responses.get(request.id) ?? []).map((response) => [response.person, response]));
  return {
    id: request.id,
    executionId: request.executionId,
    flowId: request.flowId,
    nodeId: request.visitKey,
    title: titleOf(request.body.title, request.body.prompt),
    prompt: request.body.prompt,
    inputType: request.body.inputType,
    strategy: request.strategy,
    status: seen.status,
    raisedAt: toIso(request.raisedAt),
    expiresAt: toIso(request.expiresAt),
    closedAt: toIsoOrNull(request.closedAt),
    outcome: outcome && outcome.text,
    ...(showsDeliveries && request.body.remarks && { remarks: remarksFor(request.body.remarks, showsContext) }),
    askedAs,
    ...(request.body.next && { next: request.body.next }),
    mayOpen,
    counts: { assignees: request.assigneeCount, responses: request.answeredCount },
    assignees: people.map((person) => {
      const response = answered.get(person.id);
      return {
        ...person,
        respondedAt: toIsoOrNull(response?.at ?? null),
        channel: response?.channel ?? null,
        answer: response ? simpleAnswer(seen, response) : null,
        ...(response && simpleComment(seen, response)),
      };
    }),
    deliveries: deliveries.map(({ sentAt, nextAttemptAt, shown, ...delivery }) => ({
      ...delivery,
      shown: shown && { ...shown, at: toIso(shown.at) },
      sentAt: toIsoOrNull(sentAt),
      nextAttemptAt: toIsoOrNull(nextAttemptAt),
    })),
  };
}

/** @param showsContext whether the reader may see the input of expressions */
const remarksFor = (remarks: readonly Remark[], showsContext: boolean): Remark[] =>
  remarks.map(({ about, error }) => ({ about, error: shownError(error, showsContext)! }));

/**
 * Answers to a form are only for its author and the flow. While a question is open, answers are hidden so that they
 * influence nobody.
 */
function simpleAnswer({ status, body }: Request, response: StoredResponse): string | null {
  if (status === 'waiting' || body.inputType === 'form') return null;
  return answersOf({ ...body, variables: body.variables.filter(isShown) }, response)[0]?.text ?? null;
}

/** As for `simpleAnswer`. */
function simpleComment({ status, body }: Request, response: StoredResponse): { comment?: string } {
  const comment = status === 'waiting' ? null : commentOf(body, response);
  return comment ? { comment: comment.text } : {};
}
