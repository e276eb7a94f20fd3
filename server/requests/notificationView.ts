import type { UserNotification } from '../../contract/notifications.ts';
import { toPublic, type Payload } from '../../contract/payload.ts';
import { labelOf, optionsOf } from '../../contract/variables.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import type { InboxEntry } from './inboxStore.ts';
import { closedReasonOf, notificationStatusOf, present } from './presenterRules.ts';
import { withoutSecrets } from './recorded.ts';
import type { Request } from './requestStore.ts';

/** An inbox record as its owner sees it (behaviour 2.1). */
export function toNotification(entry: InboxEntry, now: number): UserNotification {
  const { request, answeredAt } = entry;
  const { body } = request;
  const hasAnswered = answeredAt !== null;
  const presented = present(request, hasAnswered, now);
  const { prompt, inputType, variables, chatContext, expiresAt, flowName, requester, strategy } = presented;
  const isChoice = inputType === 'approval' || inputType === 'choice';
  return {
    id: request.id,
    executionId: request.executionId,
    flowId: request.flowId,
    nodeId: request.visitKey,
    email: entry.email,
    prompt,
    inputType,
    options: isChoice
      ? variables.flatMap((spec) => optionsOf(spec).flatMap(({ value, disabled }) => (disabled ? [] : [value])))
      : [],
    promptTemplateId: request.templateId,
    chatId: body.chatId,
    logId: body.logId ?? null,
    chatContext,
    status: notificationStatusOf(presented.status, hasAnswered),
    expiresAt,
    isRead: entry.isRead,
    response: entry.payload === null ? null : responseText(request, entry.payload),
    meta: {
      label: body.label,
      variables: variables.map((spec) => ({
        name: spec.name,
        label: labelOf(spec),
        type: spec.type,
        ...(spec.options && { options: optionsOf(spec) }),
      })),
    },
    createdAt: toIso(entry.createdAt),
    flowName,
    requester,
    requesterId: body.requester.id,
    strategy,
    respondedAt: toIsoOrNull(answeredAt),
    answeredBy: request.answeredBy,
    closedReason: closedReasonOf(request, now),
    outcome: presented.outcome && presented.outcome.text,
    outcomeSaid: presented.outcome?.said,
    answeredIn: entry.channel,
    progress: presented.progress,
  };
}

/** The string value, or the JSON of the values, of the record owner's own answer. */
function responseText({ body }: Request, payload: Payload): string {
  return toPublic(payload).value ?? JSON.stringify(withoutSecrets(body.variables, payload.values));
}
