import type { NotificationStatus, UserNotification } from '../../contract/notifications.ts';
import { toPublic, type Payload } from '../../contract/payload.ts';
import { summaryInEnglish } from '../../contract/summaries.ts';
import { labelOf, optionsOf } from '../../contract/variables.ts';
import { saidOf } from '../flow/summaries.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import type { InboxEntry } from './inboxStore.ts';
import { withoutSecrets } from './recorded.ts';
import type { Request } from './requestStore.ts';
import { closedReasonOf, statusOf, toProgress } from './notificationRules.ts';

/** An inbox record as its owner sees it (behaviour 2.1). */
export function toNotification(entry: InboxEntry, now: number): UserNotification {
  const { request, answeredAt } = entry;
  const { body } = request;
  const status: NotificationStatus = statusOf(request, answeredAt !== null, now);
  const fields = body.variables.filter(({ type }) => type !== 'hidden');
  const isChoice = body.inputType === 'approval' || body.inputType === 'choice';
  return {
    id: request.id,
    executionId: request.executionId,
    flowId: request.flowId,
    nodeId: request.visitKey,
    email: entry.email,
    prompt: body.prompt,
    inputType: body.inputType,
    options: isChoice
      ? fields.flatMap((spec) => optionsOf(spec).flatMap(({ value, disabled }) => (disabled ? [] : [value])))
      : [],
    promptTemplateId: request.templateId,
    chatId: body.chatId,
    chatContext: body.chatContext,
    status,
    expiresAt: toIso(request.expiresAt),
    isRead: entry.isRead,
    response: entry.payload === null ? null : responseText(request, entry.payload),
    meta: {
      label: body.label,
      variables: fields.map((spec) => ({
        name: spec.name,
        label: labelOf(spec),
        type: spec.type,
        ...(spec.options && { options: optionsOf(spec) }),
      })),
    },
    createdAt: toIso(entry.createdAt),
    flowName: body.flowName,
    requester: body.requester.displayName,
    strategy: request.strategy,
    respondedAt: toIsoOrNull(answeredAt),
    answeredBy: request.answeredBy,
    closedReason: closedReasonOf(request, now),
    outcome: request.outcome && summaryInEnglish(request.outcome),
    outcomeSaid: saidOf(request.outcome),
    answeredIn: entry.channel,
    progress: toProgress(request),
  };
}

/** The string value, or the JSON of the values, of the record owner's own answer. */
function responseText({ body }: Request, payload: Payload): string {
  return toPublic(payload).value ?? JSON.stringify(withoutSecrets(body.variables, payload.values));
}
