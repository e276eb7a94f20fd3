import type { InboxTab, UserNotification } from '../../contract/notifications.ts';

/** The inbox tab of a notification. */
export const tabOf = ({ status, snoozedUntil }: Pick<UserNotification, 'status' | 'snoozedUntil'>): InboxTab =>
  status === 'pending' && snoozedUntil ? 'snoozed' : status;
