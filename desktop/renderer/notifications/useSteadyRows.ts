import { useState } from 'react';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { splitFresh } from './inboxRules.ts';

/** Keeps rows where they are while a tab is open: what comes since waits until it is asked for. */
export function useSteadyRows(rows: readonly UserNotification[], status: NotificationStatus) {
  const idsOf = (): Set<string> => new Set(rows.map(({ id }) => id));
  const [known, setKnown] = useState(() => ({ status, ids: idsOf() }));
  const { shown, fresh } = splitFresh(rows, known.ids);
  const isNewStart = known.status !== status || (shown === rows && rows.some(({ id }) => !known.ids.has(id)));
  if (isNewStart) setKnown({ status, ids: idsOf() });
  return { shown, fresh, showFresh: () => setKnown({ status, ids: idsOf() }) };
}
