import type { Knex } from 'knex';
import { isShown } from '../../contract/answers.ts';
import type { RequestView } from '../../contract/requests.ts';
import { summaryInEnglish } from '../../contract/summaries.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { deliveriesOf } from '../messages/deliveries/deliveryStore.ts';
import { recipientsOf } from '../messages/notifications/notificationStore.ts';
import { answersOf } from './recorded.ts';
import type { Request } from './requestStore.ts';
import { responsesOf, type StoredResponse } from './responseStore.ts';

const LISTED = 500;

/** A request with whom it asks, who answered, and how its copies fare. */
export async function toRequestView(
  reader: Knex,
  request: Request,
  { showsDeliveries, now }: { showsDeliveries: boolean; now: number },
): Promise<RequestView> {
  const [people, responses, deliveries] = await Promise.all([
    recipientsOf(reader, request.id, { limit: LISTED }),
    responsesOf(reader, [request.id]),
    showsDeliveries ? deliveriesOf(reader, request.id, now, LISTED) : [],
  ]);
  const answered = new Map((responses.get(request.id) ?? []).map((response) => [response.person, response]));
  return {
    id: request.id,
    executionId: request.executionId,
    flowId: request.flowId,
    nodeId: request.visitKey,
    prompt: request.body.prompt,
    inputType: request.body.inputType,
    strategy: request.strategy,
    status: request.status,
    raisedAt: toIso(request.raisedAt),
    expiresAt: toIso(request.expiresAt),
    closedAt: toIsoOrNull(request.closedAt),
    outcome: request.outcome && summaryInEnglish(request.outcome),
    counts: { assignees: request.assigneeCount, responses: request.answeredCount },
    assignees: people.map((person) => {
      const response = answered.get(person.id);
      return {
        ...person,
        respondedAt: toIsoOrNull(response?.at ?? null),
        channel: response?.channel ?? null,
        answer: response ? simpleAnswer(request, response) : null,
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

/** A form is between its author and the flow, as far as others go; and nobody is to be swayed by the answers of others while it is open. */
function simpleAnswer({ status, body }: Request, response: StoredResponse): string | null {
  if (status === 'waiting' || body.inputType === 'form') return null;
  return answersOf({ ...body, variables: body.variables.filter(isShown) }, response)[0]?.text ?? null;
}
