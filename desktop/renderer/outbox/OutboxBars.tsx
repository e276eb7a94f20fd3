import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { itemsOf, useInbox } from '../api/inbox.ts';
import type { Route } from '../routes.ts';
import { useText } from '../text.ts';
import type { Submission } from './outbox.ts';
import { useOutboxState } from './OutboxProvider.tsx';
import { SaidToast } from './DoneToast.tsx';
import { RecordedToasts } from './RecordedToasts.tsx';
import { RefusedBar } from './RefusedBar.tsx';
import { Toast } from './Toast.tsx';
import { UndoKey } from './UndoKey.tsx';

const MOST_SHOWN = 3;
const NARROW = '@media (max-width: 899px)';

const useStyles = makeStyles({
  bars: {
    position: 'fixed',
    zIndex: 3,
    insetInlineStart: tokens.spacingHorizontalM,
    width: '376px',
    '@media (min-width: 900px)': { bottom: `calc(var(--composer-height, 0px) + ${tokens.spacingVerticalM})` },
    maxHeight: '50dvh',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    ':empty': { display: 'none' },
    '@media print': { display: 'none' },
    [NARROW]: { width: 'auto', insetInline: tokens.spacingHorizontalS },
    // above the buttons and the message field, which stay in place
    '@media (min-width: 640px) and (max-width: 899px)': {
      bottom: `calc(var(--actions-height, 0px) + var(--composer-height, 0px) + ${tokens.spacingVerticalS})`,
    },
    '@media (max-width: 639px)': {
      bottom: `calc(var(--navigation-height, 0px) + var(--actions-height, 0px) + var(--composer-height, 0px) + ${tokens.spacingVerticalS})`,
    },
  },
  part: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', rowGap: '4px' },
  few: {
    '& > li:nth-last-child(n + 4)': { display: 'none' },
    [NARROW]: { '& > li:not(:last-child)': { display: 'none' } },
  },
  more: { alignSelf: 'flex-start', boxShadow: tokens.shadow8 },
  onPhones: { '@media (min-width: 900px)': { display: 'none' } },
});

/**
 * Answers being sent whose question is not on the page: the newest, and the others on demand. A question on the page
 * shows its own state.
 */
export function OutboxBars({ route }: { route: Route }) {
  const styles = useStyles();
  const text = useText();
  const elsewhere = useElsewhere(route);
  const refused = elsewhere.filter(({ refusal }) => refusal !== null);
  const together = new Map<number, Submission[]>();
  for (const each of elsewhere)
    if (each.refusal === null) together.set(each.givenAt, [...(together.get(each.givenAt) ?? []), each]);
  return (
    <>
      <UndoKey />
      <section className={styles.bars} aria-label={text('submission.region')}>
        <Part
          label={text('submission.refusedCount', { count: refused.length })}
          items={refused.map((submission) => [submission.key, <RefusedBar submission={submission} />])}
        />
        <Part
          label={text('submission.count', { count: elsewhere.length - refused.length })}
          items={[...together].map(([givenAt, submissions]) => [String(givenAt), <Toast submissions={submissions} />])}
        />
        <SaidToast />
        <RecordedToasts currentId={route.page === 'notifications' ? route.id : null} />
      </section>
    </>
  );
}

/** Shows one entry on phones, three on larger screens, all on demand. */
function Part({ label, items }: { label: string; items: [string, ReactNode][] }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <>
      {items.length > 1 && !isOpen && (
        <Button
          size="small"
          className={mergeClasses(styles.more, items.length <= MOST_SHOWN && styles.onPhones)}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      )}
      <ul className={mergeClasses(styles.part, !isOpen && styles.few)}>
        {items.map(([key, item]) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
    </>
  );
}

function useElsewhere(route: Route): Submission[] {
  const place = route.page === 'chat' ? { chatId: route.id } : route.page === 'log' ? { logId: route.id } : null;
  const asked = itemsOf(useInbox(place ?? {}, place !== null).data);
  const isShown = ({ requestId }: Submission): boolean =>
    route.page === 'chat'
      ? asked.some(({ id }) => id === requestId)
      : route.page === 'notifications' && route.id === requestId;
  return useOutboxState().submissions.filter((submission) => !isShown(submission));
}
