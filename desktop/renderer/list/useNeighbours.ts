import { useEffect, useEffectEvent, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { FoundRows } from './useRows.ts';

/** Where a question stands in the list, and what stands beside it. */
export interface Neighbours {
  /** From 1; null for a question that is not in the list (any more). */
  place: number | null;
  count: number;
  previousId: string | null;
  nextId: string | null;
  /** What comes after it, nearest first: what is read ahead. */
  ahead: readonly UserNotification[];
}

/** How many rows before the last one that was read the next ones are fetched. */
const AHEAD = 5;

/** How many questions are made ready before somebody comes to them. */
const READ_AHEAD = 2;

/** Known also after a question was answered and stands in the list no longer: what comes next is what has taken its place. */
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
