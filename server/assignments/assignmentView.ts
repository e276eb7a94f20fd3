import { withoutTurns } from '../../contract/cleanText.ts';
import type { Assignment, SenderAction } from '../../contract/assignments.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';
import { actionsOf, isOpen, retriesLeft, statusAt } from './assignmentRules.ts';
import type { ListedAssignment } from './assignmentRows.ts';
import { toShownPerson } from './sendingView.ts';

const SENDER_ACTIONS: SenderAction[] = ['remind', 'cancel', 'reassign'];

export const maySend = ({ creatorId }: Pick<ListedAssignment, 'creatorId'>, caller: Caller): boolean =>
  creatorId === caller.person.id || isAdministrator(caller);

/** An assignment as this caller sees it now, with what they can do. */
export function toAssignment(each: ListedAssignment, caller: Caller, now: number): Assignment {
  const status = statusAt(each, now);
  const isMine = each.assignee.id === caller.person.id;
  return {
    id: each.id,
    sendingId: each.sendingId,
    chatId: each.chatId,
    name: withoutTurns(each.name),
    note: each.note,
    assignee: toShownPerson(each.assignee),
    creator: toShownPerson(each.creator),
    group: each.group,
    status,
    version: each.version,
    criterion: each.criterion,
    dueAt: toIsoOrNull(each.dueAt),
    expiresAt: toIsoOrNull(each.expiresAt),
    isOverdue: isOpen(status) && each.dueAt !== null && each.dueAt <= now,
    retryBudget: each.retryBudget,
    retriesLeft: retriesLeft(each),
    attempt: each.attempt,
    hasAttemptFailed: each.hasAttemptFailed,
    allowDelegation: each.allowDelegation,
    allowRejection: each.allowRejection,
    chatVersion: each.chatVersion,
    passed: each.passed,
    outcome: (each.outcome ?? null) as Assignment['outcome'],
    reason: each.reason,
    cancelledBy: each.cancelledBy,
    predecessorId: each.predecessorId,
    successor: each.successor && { id: each.successor.id, assignee: toShownPerson(each.successor.assignee) },
    logId: isMine ? each.logId : null,
    createdAt: toIso(each.createdAt),
    startedAt: toIsoOrNull(each.startedAt),
    endedAt: toIsoOrNull(each.endedAt),
    remindedAt: toIsoOrNull(each.remindedAt),
    actions: isMine ? actionsOf(each, now) : [],
    senderActions: maySend(each, caller) && isOpen(status) ? SENDER_ACTIONS : [],
  };
}
