import type { NotificationStatus } from '../../contract/notifications.ts';
import type { RequestStatus, Strategy } from '../../contract/requests.ts';
import { stateAt, type Closable } from './requestRules.ts';

/** The state of one person's notification (behaviour 3.1). */
export function statusOf(request: Closable, hasAnswered: boolean, now: number): NotificationStatus {
  const status = stateAt(request, now);
  if (hasAnswered || status === 'completed') return 'completed';
  return status === 'waiting' ? 'pending' : 'expired';
}

const REASONS: Record<RequestStatus, 'answered' | 'timed_out' | 'cancelled' | null> = {
  waiting: null,
  completed: 'answered',
  timed_out: 'timed_out',
  cancelled: 'cancelled',
};

export const closedReasonOf = (request: Closable, now: number) => REASONS[stateAt(request, now)];

/** How far a request is that several people have to answer; null where one answer is enough. */
export const toProgress = (request: { strategy: Strategy; answeredCount: number; assigneeCount: number }) =>
  request.strategy === 'all' && request.assigneeCount > 1
    ? { answered: request.answeredCount, of: request.assigneeCount }
    : null;
