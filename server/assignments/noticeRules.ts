import type { AssignmentNoticeKind, AssignmentStatus } from '../../contract/assignments.ts';
import type { NewNotice, Scope } from './noticeStore.ts';

/** The recipient of a notice. */
type Side = 'assignee' | 'creator';

/** Who is notified of what. People are not notified of their own actions. */
const TOLD: Record<AssignmentNoticeKind, readonly Side[]> = {
  assigned: ['assignee'],
  due_soon: ['assignee'],
  overdue: ['assignee', 'creator'],
  reminder: ['assignee'],
  delegated: ['assignee', 'creator'],
  rejected: ['creator'],
  completed: ['creator'],
  failed: ['assignee', 'creator'],
  cancelled: ['assignee'],
  expired: ['assignee', 'creator'],
};

const SCOPE: Record<Side, Scope> = { assignee: 'inbound', creator: 'outbound' };

interface Happening {
  kind: AssignmentNoticeKind;
  assignment: { id: string; creatorId: string; assignee: { id: string } };
  /** Who did it; null: the clock. */
  actor: string | null;
  /** Who gets the assignment next, if it is handed on. */
  successor?: string;
  at: number;
}

/**
 * A person who hands an assignment on gets a record of it, but no message. The same goes for a sender who gets their
 * own assignment back: the message about the new one tells them.
 */
export function noticesOf({ kind, assignment, actor, successor, at }: Happening): NewNotice[] {
  const { id: assignmentId, creatorId: sender, assignee } = assignment;
  return TOLD[kind].flatMap((side): NewNotice[] => {
    const person = side === 'assignee' ? assignee.id : sender;
    const isOwnAction = person === actor;
    const isSelf = side === 'creator' && assignee.id === sender;
    if (isSelf || (isOwnAction && kind !== 'delegated')) return [];
    const isRead = isOwnAction || person === successor;
    return [
      { assignmentId, sender, person, kind, scope: SCOPE[side], isRead, createdAt: at, tellAt: isRead ? null : at },
    ];
  });
}

/** The notice for each new status. */
export const NOTICE_OF_STATUS: Partial<Record<AssignmentStatus, AssignmentNoticeKind>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  rejected: 'rejected',
  delegated: 'delegated',
  expired: 'expired',
};

/** Whether a message shows its assignment's current state and offers actions; the others report one event. */
export const isLive = ({ kind, scope }: { kind: string; scope: Scope }): boolean =>
  scope === 'inbound' && LIVE_KINDS.includes(kind as (typeof LIVE_KINDS)[number]);
export const LIVE_KINDS = ['assigned', 'due_soon', 'overdue', 'reminder'] as const;

/** How many messages about assignments a person may get one by one; more are combined. */
export const ONE_BY_ONE = 3;
/** How long after a message further ones are collected, once there are too many. */
export const GATHER_MS = 10 * 60_000;

export type Telling = { kind: 'single' } | { kind: 'digest' } | { kind: 'later'; at: number };

/**
 * How to send a person's waiting notices: one by one if they are few, otherwise combined.
 * @param told how many messages they got within the last `GATHER_MS`, and when the last one was sent
 */
export function tellingOf(waiting: number, told: { count: number; lastAt: number } | null, now: number): Telling {
  if (waiting + (told?.count ?? 0) <= ONE_BY_ONE) return { kind: 'single' };
  if (told === null || told.lastAt + GATHER_MS <= now) return { kind: 'digest' };
  return { kind: 'later', at: told.lastAt + GATHER_MS };
}

const DAY_MS = 24 * 60 * 60_000;

/** When to warn of a due date: a day before, but not in the first half of the available time. */
export const dueSoonAt = ({ createdAt, dueAt }: { createdAt: number; dueAt: number }): number =>
  Math.max(dueAt - DAY_MS, createdAt + Math.floor((dueAt - createdAt) / 2));

/** The notice about a due date now, and when the next one is due; a past date is overdue at once. */
export function dueNotice(dueAt: number, now: number): { kind: 'due_soon' | 'overdue'; nextAt: number | null } {
  return dueAt <= now ? { kind: 'overdue', nextAt: null } : { kind: 'due_soon', nextAt: dueAt };
}
