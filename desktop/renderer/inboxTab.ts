import type { InboxTab, UserNotification } from '../../contract/notifications.ts';

/** In which tab it stands. */
export const tabOf = ({ status, snoozedUntil }: Pick<UserNotification, 'status' | 'snoozedUntil'>): InboxTab =>
  status === 'pending' && snoozedUntil ? 'snoozed' : status;
