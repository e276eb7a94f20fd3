import type { InboxTab } from '../../contract/notifications.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import type { RequestStatus } from '../../contract/requests.ts';
import { check } from '../foundation/errors.ts';
import type { InboxChange } from '../messages/notifications/inboxes.ts';

/** How many questions of one person can be snoozed at a time: they are counted as they lie, with every look at an inbox. */
export const MOST_SNOOZED = 1000;

/** A notification as somebody wants to snooze it, or to end that. */
export interface SnoozedQuestion {
  /** Of its request, at this moment. */
  state: RequestStatus;
  hasAnswered: boolean;
  expiresAt: number;
  filedAs: InboxTab | null;
  snoozedUntil: number | null;
  isRead: boolean;
}

export type SnoozeRefusal = 'already_responded' | 'request_closed' | FailedCheck;

/**
 * Why a question cannot be snoozed so; null where it can.
 *
 * @param until null: no longer
 * @param snoozed how many the person has snoozed
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

/** What comes of it: where the notification is filed then, and what that is for the counters of its inbox. */
export function snoozedTo(
  { filedAs, snoozedUntil, isRead }: Pick<SnoozedQuestion, 'filedAs' | 'snoozedUntil' | 'isRead'>,
  until: number | null,
  now: number,
): { filedAs: InboxTab | null; change: Omit<InboxChange, 'person'> } {
  const to = until !== null ? 'snoozed' : filedAs === 'snoozed' ? 'pending' : filedAs;
  const pending = Number(to === 'pending') - Number(filedAs === 'pending');
  // that its time had come was a change nobody has counted, and is one no longer
  const wasAwake = filedAs === 'snoozed' && snoozedUntil !== null && snoozedUntil <= now;
  const change = { changes: wasAwake ? 2 : 1, pending, unread: isRead ? 0 : pending, completed: 0, expired: 0 };
  return { filedAs: to, change };
}

/** What it is for the inboxes of these people that the time of so many of their questions has come. */
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
