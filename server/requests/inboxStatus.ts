import type { NotificationStatus } from '../../contract/notifications.ts';

/**
 * The status of a notification in SQL, as `statusOf` derives it: from its request, which may go by `requests` or another
 * name, and from the own answer. `pending` and `expired` take the moment.
 */
export const statusIn = (request: string): Record<NotificationStatus, string> => ({
  pending: `(answered_at is null and ${request}.status = 'waiting' and ${request}.expires_at > ?)`,
  completed: `(answered_at is not null or ${request}.status = 'completed')`,
  expired: `(answered_at is null and (${request}.status in ('timed_out', 'cancelled') or (${request}.status = 'waiting' and ${request}.expires_at <= ?)))`,
});

export const STATUS = statusIn('unsettled');

/** The moments that the condition takes. */
export const momentsOf = (status: NotificationStatus, now: number): number[] => (status === 'completed' ? [] : [now]);
