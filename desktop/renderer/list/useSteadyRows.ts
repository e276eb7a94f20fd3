import { useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { splitFresh } from './inboxRules.ts';

/**
 * Keeps the order of rows while a tab is open; new rows wait until the person asks for them.
 *
 * @param order the tab and its sort order; a change resets the rows
 */
export function useSteadyRows(rows: readonly UserNotification[], order: string) {
  const [known, setKnown] = useState({ order, ids: new Set(rows.map(({ id }) => id)) });
  const know = (before: ReadonlySet<string>, more = rows): void =>
    setKnown({ order, ids: new Set([...before, ...more.map(({ id }) => id)]) });
  const isOther = known.order !== order;
  const isNewStart = isOther || (rows.length > 0 && !rows.some(({ id }) => known.ids.has(id)));
  const split = splitFresh(rows, known.ids);
  if (isNewStart) know(isOther ? new Set() : known.ids);
  else if (split.shown.some(({ id }) => !known.ids.has(id))) know(known.ids, split.shown); // rows from further pages
  return { ...split, showFresh: () => know(known.ids) };
}
