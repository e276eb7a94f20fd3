import { useAnnounce } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAdvancePreference } from '../preferences.ts';
import { focusQuestion } from '../questionFocus.ts';
import type { Route } from '../routes.ts';
import { useText } from '../text.ts';
import { replaceRoute } from '../useRoute.ts';
import type { Neighbours } from './useNeighbours.ts';
import type { FoundRows } from './useRows.ts';

/**
 * Opens the question that comes next once one was answered; behind the last one the list, where nothing is left to say so.
 * Where nothing comes next and there is more of the list to read, nobody knows yet whether that was the last one: it waits.
 *
 * @param id the question that is open
 * @param found the list
 * @returns what to call when it was answered
 */
export function useAdvance(
  id: string | null,
  place: Omit<Extract<Route, { page: 'notifications' }>, 'id'>,
  { place: at, nextId, previousId }: Neighbours,
  { hasMore, isReading }: Pick<FoundRows, 'hasMore' | 'isReading'>,
) {
  const [isOn] = useAdvancePreference();
  const { announce } = useAnnounce();
  const text = useText();
  const [waitingId, setWaitingId] = useState<string | null>(null);
  const goOn = (): void => {
    if (nextId !== null) focusQuestion(nextId);
    else if (previousId === null) announce(text('notifications.empty.pending.title'));
    replaceRoute({ ...place, id: nextId }); // who goes back comes to the list, not through all that was answered
  };
  if (waitingId !== null && waitingId !== id) setWaitingId(null); // left meanwhile
  const isUnknown = nextId === null && (hasMore || isReading);
  const isDue = id !== null && waitingId === id && !isUnknown && at === null; // in the list again: the answer was taken back
  const onDue = useEffectEvent(goOn);
  useEffect(() => {
    if (isDue) onDue();
  }, [isDue]);
  return (): void => {
    if (!isOn || place.status !== 'pending') return;
    if (isUnknown) setWaitingId(id);
    else goOn();
  };
}
