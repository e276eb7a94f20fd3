import { withoutTurns as clean } from '../../contract/cleanText.ts';
import type { NoticeAction } from '../../contract/messages.ts';
import type { Speech, SpeechId } from '../../contract/speech.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { ListedAssignment } from './assignmentRows.ts';
import { actionsOf, isOpen, statusAt } from './assignmentRules.ts';
import { isLive } from './noticeRules.ts';
import type { StoredNotice } from './noticeStore.ts';

/** The actions that need only a button press. */
export function offeredActions(assignment: ListedAssignment, { say }: Speech, now: number): NoticeAction[] {
  const offered = actionsOf(assignment, now);
  return [
    ...(offered.includes('complete')
      ? [{ id: 'complete', label: say('assignment.action.complete'), style: 'primary' as const }]
      : []),
    ...(offered.includes('decline') ? [{ id: 'decline', label: say('assignment.action.decline') }] : []),
  ];
}

/** What has happened, in one line. */
export function titleOf({ kind, scope }: StoredNotice, assignment: ListedAssignment, { say }: Speech): string {
  const { name, assignee, creator } = assignment;
  const values = { name: clean(name), assignee: clean(assignee.displayName), creator: clean(creator.displayName) };
  return say(`assignment.${scope}.${kind}` as SpeechId, values);
}

/** Line by line: the sender's note, the due date, the state, and the reason. */
export function textOf(
  notice: StoredNotice,
  assignment: ListedAssignment,
  { say, instant }: Speech,
  now: number,
): string {
  const { note, dueAt, expiresAt, reason, predecessorId, successor, creator } = assignment;
  const status = statusAt(assignment, now);
  const isInbound = notice.scope === 'inbound';
  const lines = [
    isInbound && say('assignment.from', { creator: clean(creator.displayName) }),
    notice.kind === 'assigned' && predecessorId !== null && say('assignments.predecessor'),
    isInbound && note !== null && clean(note),
    dueAt !== null && say('assignment.due', { at: instant(toIso(dueAt)) }),
    isInbound && isOpen(status) && expiresAt !== null && say('assignment.expires', { at: instant(toIso(expiresAt)) }),
    isInbound && isLive(notice) && say(`assignment.status.${status}` as SpeechId),
    successor !== null && say('assignment.now', { assignee: clean(successor.assignee.displayName) }),
    reason !== null && say('assignment.reason', { reason: clean(reason) }),
  ];
  return lines.filter(Boolean).join('\n');
}
