import { makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { knownNotification } from '../api/inbox.ts';
import { useText } from '../text.ts';
import { isOneTap } from './oneTap.ts';
import type { Settled } from './outbox.ts';
import { useOutbox } from './OutboxProvider.tsx';

/** Long enough to read beside the next question. */
const SHOWN_MS = 5000;

const useStyles = makeStyles({
  toast: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '40px',
    paddingInline: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow16,
  },
  icon: { flexShrink: 0, fontSize: '20px', color: tokens.colorPaletteGreenForeground1 },
  words: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/**
 * Toasts for accepted answers whose question is no longer on the page, if they were sent at once. Answers with undo
 * already have a toast.
 */
export function RecordedToasts({ currentId }: { currentId: string | null }) {
  const styles = useStyles();
  const text = useText();
  const recorded = useRecorded();
  return recorded
    .filter(({ id }) => id !== currentId)
    .map(({ id, title }) => (
      <div key={id} className={styles.toast}>
        <CheckmarkCircleRegular aria-hidden className={styles.icon} />
        <span className={styles.words}>
          {text('submission.recorded')} · <bdi>{title}</bdi>
        </span>
      </div>
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
