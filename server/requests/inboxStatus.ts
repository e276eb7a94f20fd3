import type { InboxTab } from '../../contract/notifications.ts';

/**
 * Until when a row is snoozed; 0 if it is not. A row filed as `snoozed` after its time counts as pending, and a loop
 * files it so.
 */
const SNOOZED_UNTIL = `coalesce(case when filed_as = 'snoozed' then snoozed_until end, 0)`;

/**
 * The status of a notification in SQL, as `statusOf` derives it: from its request (whose table is named `requests` or
 * otherwise), and its own answer and snooze. All but `completed` bind the current time.
 */
export const statusIn = (request: string): Record<InboxTab, string> => {
  const isOpen = `answered_at is null and ${request}.status = 'waiting' and ${request}.expires_at > ?`;
  return {
    pending: `(${isOpen} and ${SNOOZED_UNTIL} <= ?)`,
    snoozed: `(${isOpen} and ${SNOOZED_UNTIL} > ?)`,
    completed: `(answered_at is not null or ${request}.status = 'completed')`,
    expired: `(answered_at is null and (${request}.status in ('timed_out', 'cancelled') or (${request}.status = 'waiting' and ${request}.expires_at <= ?)))`,
  };
};

export const STATUS = statusIn('unsettled');

/** Filed as `snoozed`, but the snooze has ended. Binds the current time. */
export const IS_AWAKE = `(${SNOOZED_UNTIL} > 0 and ${SNOOZED_UNTIL} <= ?)`;

const MOMENTS: Record<InboxTab, number> = { pending: 2, snoozed: 2, completed: 0, expired: 1 };

/** The times that the condition binds. */
export const momentsOf = (status: InboxTab, now: number): number[] => Array<number>(MOMENTS[status]).fill(now);
