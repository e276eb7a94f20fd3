import { useState } from 'react';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { splitFresh } from './inboxRules.ts';

/** Keeps rows where they are while a tab is open: what comes since waits until it is asked for. */
export function useSteadyRows(rows: readonly UserNotification[], status: NotificationStatus) {
  const [known, setKnown] = useState({ status, ids: new Set(rows.map(({ id }) => id)) });
  const know = (before: ReadonlySet<string>): void =>
    setKnown({ status, ids: new Set([...before, ...rows.map(({ id }) => id)]) });
  const isOtherTab = known.status !== status;
  const isNewStart = isOtherTab || (rows.length > 0 && !rows.some(({ id }) => known.ids.has(id)));
  if (isNewStart) know(isOtherTab ? new Set() : known.ids);
  return { ...splitFresh(rows, known.ids), showFresh: () => know(known.ids) };
}
