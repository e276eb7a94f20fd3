import type { InboxTab } from '../../contract/notifications.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import type { RequestStatus } from '../../contract/requests.ts';
import { check } from '../foundation/errors.ts';
import type { InboxChange } from '../messages/notifications/inboxes.ts';

/** How many questions one person can snooze at a time: every read of the inbox counts them by query. */
export const MOST_SNOOZED = 1000;

/** A notification that its person wants to snooze, or to end the snooze of. */
export interface SnoozedQuestion {
  /** State of its request now. */
  state: RequestStatus;
  hasAnswered: boolean;
  expiresAt: number;
  filedAs: InboxTab | null;
  snoozedUntil: number | null;
  isRead: boolean;
}

export type SnoozeRefusal = 'already_responded' | 'request_closed' | FailedCheck;

/**
 * Why a question cannot be snoozed this way; null if it can.
 * @param until null: end the snooze
 * @param snoozed how many questions the person has snoozed
 */
export function snoozeRefusal(
  question: Pick<SnoozedQuestion, 'state' | 'hasAnswered' | 'expiresAt' | 'filedAs'>,
  until: number | null,
  snoozed: number,
  now: number,
): SnoozeRefusal | null {
  if (question.hasAnswered) return 'already_responded';
  if (question.state !== 'waiting') return 'request_closed';
  if (until === null) return null;
  if (until <= now) return check('datePast');
  if (until >= question.expiresAt) return check('snoozeBeyond');
  if (question.filedAs !== 'snoozed' && snoozed >= MOST_SNOOZED)
    return check('tooManySnoozed', { count: MOST_SNOOZED });
  return null;
}

/** The result: the new status of the notification, and the change of its inbox counters. */
export function snoozedTo(
  { filedAs, snoozedUntil, isRead }: Pick<SnoozedQuestion, 'filedAs' | 'snoozedUntil' | 'isRead'>,
  until: number | null,
  now: number,
): { filedAs: InboxTab | null; change: Omit<InboxChange, 'person'> } {
  const to = until !== null ? 'snoozed' : filedAs === 'snoozed' ? 'pending' : filedAs;
  const pending = Number(to === 'pending') - Number(filedAs === 'pending');
  // the end of the snooze was an unfiled change, which no longer exists
  const wasAwake = filedAs === 'snoozed' && snoozedUntil !== null && snoozedUntil <= now;
  const change = { changes: wasAwake ? 2 : 1, pending, unread: isRead ? 0 : pending, completed: 0, expired: 0 };
  return { filedAs: to, change };
}

/** The inbox changes of these people for questions whose snooze has ended. */
export function wokenIn(rows: readonly { person: string; isRead: boolean }[]): InboxChange[] {
  const changes = new Map<string, InboxChange>();
  for (const { person, isRead } of rows) {
    const change = changes.get(person) ?? { person, changes: 0, pending: 0, unread: 0, completed: 0, expired: 0 };
    changes.set(person, change);
    change.changes++;
    change.pending++;
    if (!isRead) change.unread++;
  }
  return [...changes.values()];
}
