import { useAnnounce } from '@fluentui/react-components';
import { focusQuestion } from '../questionFocus.ts';
import { parseRoute } from '../routes.ts';
import { useText } from '../text.ts';
import { goTo, replaceRoute } from '../useRoute.ts';
import type { Submission } from './outbox.ts';
import { useOutbox } from './OutboxProvider.tsx';

/**
 * Undoes answers that are not sent yet. Undoing a single inbox answer reopens its question; otherwise the person stays
 * on the page.
 */
export function useUndo(): (submissions: readonly Submission[]) => void {
  const outbox = useOutbox();
  const text = useText();
  const { announce } = useAnnounce();
  return (submissions) => {
    const [first] = submissions;
    if (!first) return;
    outbox.takeBack(...submissions.map(({ requestId }) => requestId));
    announce(text('submission.takenBack', { count: submissions.length }));
    if (submissions.length > 1 || first.inline) return;
    const route = parseRoute(window.location.hash);
    const place = { page: 'notifications', id: first.requestId, status: 'pending' } as const;
    focusQuestion(first.requestId);
    if (route.page === 'notifications') replaceRoute({ ...place, filter: route.filter });
    else goTo(place);
  };
}
