import { useCallback, useRef, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useSnooze } from '../api/inbox.ts';
import { lazyDialog } from '../shell/lazyDialog.tsx';
import { tabOf } from '../inboxTab.ts';

const SnoozeDialog = lazyDialog(async () => (await import('./SnoozeDialog.tsx')).SnoozeDialog);

/** Opens the snooze dialog for a question, or ends its snooze. */
export function useSnoozing() {
  const [asked, setAsked] = useState<UserNotification | null>(null);
  const { mutate } = useSnooze();
  const from = useRef<From>({ here: null, next: null });
  const snooze = useCallback(
    (notification: UserNotification): void => {
      const tab = tabOf(notification);
      if (tab === 'snoozed') mutate({ id: notification.id, until: null });
      else if (tab === 'pending') {
        from.current = whereFrom();
        setAsked(notification);
      }
    },
    [mutate],
  );
  /** After cancelling, the focus returns; after snoozing, it moves to the next row. */
  const close = (isSnoozed: boolean): void => {
    setAsked(null);
    const { here, next } = from.current;
    requestAnimationFrame(() => (isSnoozed ? next : here)?.focus()); // after the dialog has restored the focus
  };
  return {
    snooze,
    dialog: asked && <SnoozeDialog notification={asked} onClose={close} onLeft={() => setAsked(null)} />,
  };
}

interface From {
  here: HTMLElement | null;
  /** The next row, or else the previous one; the element itself if it is in no row. */
  next: HTMLElement | null;
}

/** The focused element, and where the focus goes if its row disappears. */
function whereFrom(): From {
  const here = document.activeElement as HTMLElement | null;
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-id]')];
  const at = rows.findIndex((row) => row.closest('li')?.contains(here));
  return { here, next: at < 0 ? here : (rows[at + 1] ?? rows[at - 1] ?? null) };
}
