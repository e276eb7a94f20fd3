import type { AssignmentNoticeKind, AssignmentStatus } from '../../contract/assignments.ts';
import type { NewNotice, Scope } from './noticeStore.ts';

/** Whose notice it is. */
type Side = 'assignee' | 'creator';

/** Who is told of what. What a person did themselves they are not told. */
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
  at: number;
}

/** Whoever hands an assignment on keeps a record of it, but nobody has to tell them. */
export function noticesOf({ kind, assignment, actor, at }: Happening): NewNotice[] {
  const { id: assignmentId, creatorId: sender, assignee } = assignment;
  return TOLD[kind].flatMap((side): NewNotice[] => {
    const person = side === 'assignee' ? assignee.id : sender;
    const isOwnDeed = person === actor;
    const isSelf = side === 'creator' && assignee.id === sender;
    if (isSelf || (isOwnDeed && kind !== 'delegated')) return [];
    const isRead = isOwnDeed;
    return [
      { assignmentId, sender, person, kind, scope: SCOPE[side], isRead, createdAt: at, tellAt: isOwnDeed ? null : at },
    ];
  });
}

/** What an assignment says when it has come into this state. */
export const NOTICE_OF_STATUS: Partial<Record<AssignmentStatus, AssignmentNoticeKind>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  rejected: 'rejected',
  delegated: 'delegated',
  expired: 'expired',
};

/** Whether a message shows how its assignment stands, and offers what can be done about it: the others say what has happened once. */
export const isLive = ({ kind, scope }: { kind: string; scope: Scope }): boolean =>
  scope === 'inbound' && LIVE_KINDS.includes(kind as (typeof LIVE_KINDS)[number]);
export const LIVE_KINDS = ['assigned', 'due_soon', 'overdue', 'reminder'] as const;

/** So many messages about assignments may reach a person one by one; more come together. */
export const ONE_BY_ONE = 3;
/** How long after a message the ones that came too thick wait for each other. */
export const GATHER_MS = 10 * 60_000;

export type Telling = { kind: 'single' } | { kind: 'digest' } | { kind: 'later'; at: number };

/**
 * How what waits for one person is told: one by one while that is few, else together.
 *
 * @param told how many messages of the last `GATHER_MS` they have got, and when the last one was
 */
export function tellingOf(waiting: number, told: { count: number; lastAt: number } | null, now: number): Telling {
  if (waiting + (told?.count ?? 0) <= ONE_BY_ONE) return { kind: 'single' };
  if (told === null || told.lastAt + GATHER_MS <= now) return { kind: 'digest' };
  return { kind: 'later', at: told.lastAt + GATHER_MS };
}

const DAY_MS = 24 * 60 * 60_000;

/** When people are told that a due date comes near: a day before, but not in the first half of the time that they have. */
export const dueSoonAt = ({ createdAt, dueAt }: { createdAt: number; dueAt: number }): number =>
  Math.max(dueAt - DAY_MS, createdAt + Math.floor((dueAt - createdAt) / 2));

/** What is to be said about a due date now, and when the next thing is; a date that is over is overdue at once. */
export function dueNotice(dueAt: number, now: number): { kind: 'due_soon' | 'overdue'; nextAt: number | null } {
  return dueAt <= now ? { kind: 'overdue', nextAt: null } : { kind: 'due_soon', nextAt: dueAt };
}
