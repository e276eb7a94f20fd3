import type { NotificationStatus } from '../../contract/notifications.ts';
import type { RequestStatus, Strategy } from '../../contract/requests.ts';

interface Closable {
  status: RequestStatus;
  expiresAt: number;
}

/**
 * The state of one person's notification (behaviour 3.1). Between the end of its time and the next tick of the clock a
 * request still says `waiting`; nobody can answer it any more.
 */
export function statusOf({ status, expiresAt }: Closable, hasAnswered: boolean, now: number): NotificationStatus {
  if (hasAnswered || status === 'completed') return 'completed';
  return status === 'waiting' && expiresAt > now ? 'pending' : 'expired';
}

const REASONS: Record<RequestStatus, 'answered' | 'timed_out' | 'cancelled' | null> = {
  waiting: null,
  completed: 'answered',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
};

export const closedReasonOf = ({ status, expiresAt }: Closable, now: number) =>
  status === 'waiting' && expiresAt <= now ? 'timed_out' : REASONS[status];

/** How far a request is that several people have to answer; null where one answer is enough. */
export const toProgress = (request: { strategy: Strategy; answeredCount: number; assigneeCount: number }) =>
  request.strategy === 'all' && request.assigneeCount > 1
    ? { answered: request.answeredCount, of: request.assigneeCount }
    : null;
