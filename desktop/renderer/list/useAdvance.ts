import { useAnnounce } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAdvancePreference } from '../preferences.ts';
import { useHasOutboxBars } from '../outbox/loadOutboxBars.ts';
import { focusQuestion } from '../questionFocus.ts';
import type { Route } from '../routes.ts';
import { useText } from '../text.ts';
import { replaceRoute } from '../useRoute.ts';
import type { Neighbours } from './useNeighbours.ts';
import type { FoundRows } from './useRows.ts';

/**
 * Opens the next question after an answer; after the last one, the list. If no next question is loaded but the list has
 * more pages, waits for them. Also waits for what undoes the answer elsewhere; until then the question itself can.
 *
 * @param id the open question
 * @param found the list
 * @returns a function to call when it was answered
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
    replaceRoute({ ...place, id: nextId }); // going back leads to the list, not through all answered questions
  };
  if (waitingId !== null && waitingId !== id) setWaitingId(null); // left in the meantime
  const canUndoElsewhere = useHasOutboxBars();
  const isTooSoon = !canUndoElsewhere || (nextId === null && (hasMore || isReading));
  const isDue = id !== null && waitingId === id && !isTooSoon && at === null; // back in the list: undone
  const onDue = useEffectEvent(goOn);
  useEffect(() => {
    if (isDue) onDue();
  }, [isDue]);
  return (): void => {
    if (!isOn || place.status !== 'pending') return;
    if (isTooSoon) setWaitingId(id);
    else goOn();
  };
}
