import { useEffect, useEffectEvent, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { FoundRows } from './useRows.ts';

/** The position of a question in the list, and its neighbours. */
export interface Neighbours {
  /** From 1; null if the question is not, or no longer, in the list. */
  place: number | null;
  count: number;
  previousId: string | null;
  nextId: string | null;
  /** The questions after it, nearest first, for prefetching. */
  ahead: readonly UserNotification[];
}

/** The number of remaining loaded rows at which the next page is fetched. */
const AHEAD = 5;

/** The number of questions to prefetch. */
const READ_AHEAD = 2;

/** Also works after a question was answered and left the list: the next one is the one now in its place. */
export function useNeighbours(
  { rows, total, hasMore, isReading, readOn }: Pick<FoundRows, 'rows' | 'total' | 'hasMore' | 'isReading' | 'readOn'>,
  currentId: string | null,
): Neighbours {
  const [last, setLast] = useState(0);
  const at = rows.findIndex(({ id }) => id === currentId);
  if (at >= 0 && at !== last) setLast(at);
  const [before, after] = at >= 0 ? [at - 1, at + 1] : [last - 1, last];
  const isWanted = hasMore && !isReading && currentId !== null && after + AHEAD >= rows.length;
  const onWanted = useEffectEvent(readOn);
  useEffect(() => {
    if (isWanted) onWanted();
  }, [isWanted]);
  return {
    place: at >= 0 ? at + 1 : null,
    count: total ?? rows.length,
    previousId: rows[before]?.id ?? null,
    nextId: rows[after]?.id ?? null,
    ahead: rows.slice(after, after + READ_AHEAD),
  };
}
