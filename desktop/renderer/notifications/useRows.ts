import { useDeferredValue, useMemo } from 'react';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import type { InboxFilter } from '../routes.ts';
import { useNow } from '../useNow.ts';
import { filtered } from './inboxRules.ts';
import { useSteadyRows } from './useSteadyRows.ts';

export type FoundRows = ReturnType<typeof useRows>;

const NO_FILTER: InboxFilter = {};

/**
 * What a tab has, what of it the filter shows, and what of that has come since the tab was opened. `narrowedTo` is the
 * filter that they were found with: rows come after the letter that was typed, never before it.
 */
export function useRows(
  notifications: readonly UserNotification[],
  status: NotificationStatus,
  filter: InboxFilter | undefined,
) {
  const now = useNow();
  const all = useMemo(() => notifications.filter((each) => each.status === status), [notifications, status]);
  const { shown, fresh, showFresh } = useSteadyRows(all, status);
  const narrowedTo = useDeferredValue(filter);
  const asked = narrowedTo ?? NO_FILTER;
  const narrowed = status === 'pending' ? asked : { ...asked, due: undefined };
  const narrow = (rows: readonly UserNotification[]) => filtered(rows, narrowed, now);
  return { all, rows: narrow(shown), fresh: narrow(fresh), narrowedTo, showFresh };
}
