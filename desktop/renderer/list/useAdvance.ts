import { useAnnounce } from '@fluentui/react-components';
import { useAdvancePreference } from '../preferences.ts';
import { focusQuestion } from '../questionFocus.ts';
import type { Route } from '../routes.ts';
import { useText } from '../text.ts';
import { replaceRoute } from '../useRoute.ts';
import type { Neighbours } from './useNeighbours.ts';

/** @returns what opens the question that comes next once one was answered; behind the last one the list, where nothing is left to say so */
export function useAdvance(
  place: Omit<Extract<Route, { page: 'notifications' }>, 'id'>,
  { nextId, previousId }: Neighbours,
) {
  const [isOn] = useAdvancePreference();
  const { announce } = useAnnounce();
  const text = useText();
  return (): void => {
    if (!isOn || place.status !== 'pending') return;
    if (nextId !== null) focusQuestion(nextId);
    else if (previousId === null) announce(text('notifications.empty.pending.title'));
    replaceRoute({ ...place, id: nextId }); // who goes back comes to the list, not through all that was answered
  };
}
