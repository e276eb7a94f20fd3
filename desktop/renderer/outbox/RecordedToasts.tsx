import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { knownNotification } from '../api/inbox.ts';
import { useText } from '../text.ts';
import { DoneToast, SHOWN_MS } from './DoneToast.tsx';
import { isOneTap } from './oneTap.ts';
import type { Settled } from './outbox.ts';
import { useOutbox } from './OutboxProvider.tsx';

/**
 * Toasts for accepted answers whose question is no longer on the page, if they were sent at once. Answers with undo
 * already have a toast.
 */
export function RecordedToasts({ currentId }: { currentId: string | null }) {
  const text = useText();
  const recorded = useRecorded();
  return recorded
    .filter(({ id }) => id !== currentId)
    .map(({ id, title }) => (
      <DoneToast key={id} isLine>
        {text('submission.recorded')} · <bdi>{title}</bdi>
      </DoneToast>
    ));
}

/** Questions whose answers were accepted in the last few seconds. */
function useRecorded(): { id: string; title: string }[] {
  const outbox = useOutbox();
  const queries = useQueryClient();
  const [recorded, setRecorded] = useState<{ id: string; title: string }[]>([]);
  const onSettled = useEffectEvent(({ requestId, receipt }: Settled): boolean => {
    const question = knownNotification(queries, requestId);
    if (!receipt || !question || isOneTap(question)) return false;
    setRecorded((before) => [...before.filter(({ id }) => id !== requestId), { id: requestId, title: question.title }]);
    return true;
  });
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = outbox.listen((settled) => {
      if (!onSettled(settled)) return;
      timers.add(
        setTimeout(() => setRecorded((before) => before.filter(({ id }) => id !== settled.requestId)), SHOWN_MS),
      );
    });
    return () => {
      stop();
      timers.forEach(clearTimeout);
    };
  }, [outbox]);
  return recorded;
}
