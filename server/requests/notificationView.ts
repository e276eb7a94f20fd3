import type { UserNotification } from '../../contract/notifications.ts';
import { toPublic, type Payload } from '../../contract/payload.ts';
import { labelOf, optionsOf, type VariableSpec } from '../../contract/variables.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import type { InboxEntry } from './inboxStore.ts';
import { closedReasonOf, notificationStatusOf, present } from './presenterRules.ts';
import { commentOf, withoutSecrets } from './recorded.ts';
import { stateAt } from './requestRules.ts';
import type { Request } from './requestStore.ts';

/** An inbox record as its owner sees it (behaviour 2.1). */
export function toNotification(entry: InboxEntry, now: number): UserNotification {
  const { request, answeredAt } = entry;
  const { body } = request;
  const hasAnswered = answeredAt !== null;
  const presented = present(request, hasAnswered, now);
  const {
    title,
    prompt,
    content,
    facts,
    attachments,
    inputType,
    variables,
    chatContext,
    expiresAt,
    flowName,
    requester,
    strategy,
  } = presented;
  const isChoice = inputType === 'approval' || inputType === 'choice';
  return {
    id: request.id,
    executionId: request.executionId,
    flowId: request.flowId,
    nodeId: request.visitKey,
    email: entry.email,
    title,
    prompt,
    ...(content && { content }),
    facts,
    attachments,
    inputType,
    options: isChoice ? offeredBy(variables) : [],
    promptTemplateId: request.templateId,
    chatId: body.chatId,
    logId: body.logId ?? null,
    chatContext,
    status: notificationStatusOf(presented.status, hasAnswered),
    expiresAt,
    isRead: entry.isRead,
    snoozedUntil: isSnoozed(entry, now) ? toIso(entry.snoozedUntil!) : null,
    response: entry.payload === null ? null : responseText(request, entry.payload),
    ...(entry.payload && ownComment(request, entry.payload)),
    ...(body.comment && { commentOffer: body.comment }),
    meta: metaOf(body.label, variables),
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

const offeredBy = (variables: readonly VariableSpec[]): string[] =>
  variables.flatMap((spec) => optionsOf(spec).flatMap(({ value, disabled }) => (disabled ? [] : [value])));

const metaOf = (label: string, variables: readonly VariableSpec[]): UserNotification['meta'] => ({
  label,
  variables: variables.map((spec) => ({
    name: spec.name,
    label: labelOf(spec),
    type: spec.type,
    ...(spec.options && { options: optionsOf(spec) }),
    ...(spec.columns && { columns: spec.columns }),
  })),
});

/** A notification whose snooze has ended is pending, even before it is filed so. */
const isSnoozed = ({ request, answeredAt, snoozedUntil }: InboxEntry, now: number): boolean =>
  answeredAt === null && stateAt(request, now) === 'waiting' && snoozedUntil !== null && snoozedUntil > now;

/** The person's own answer: its string value, or its values as JSON. */
function responseText({ body }: Request, payload: Payload): string {
  return toPublic(payload).value ?? JSON.stringify(withoutSecrets(body.variables, payload.values));
}

function ownComment({ body }: Request, payload: Payload): { comment?: string } {
  const comment = commentOf(body, { payload });
  return comment ? { comment: comment.text } : {};
}
