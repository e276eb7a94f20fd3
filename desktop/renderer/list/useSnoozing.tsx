import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useSnooze } from '../api/inbox.ts';
import { Boundary } from '../shell/Boundary.tsx';
import { tabOf } from '../inboxTab.ts';

const SnoozeDialog = lazy(async () => ({ default: (await import('./SnoozeDialog.tsx')).SnoozeDialog }));

/** Asks until when a question is to be out of sight, or brings one back that is. */
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
  /** Whoever changes their mind goes on where they were, and whoever does not, from the next row. */
  const close = (isSnoozed: boolean): void => {
    setAsked(null);
    const { here, next } = from.current;
    requestAnimationFrame(() => (isSnoozed ? next : here)?.focus()); // after the dialog has given the focus back
  };
  return {
    snooze,
    dialog: asked && (
      <Boundary isPart>
        <Suspense fallback={null}>
          <SnoozeDialog notification={asked} onClose={close} />
        </Suspense>
      </Boundary>
    ),
  };
}

interface From {
  here: HTMLElement | null;
  /** The row after the one that it stands in, or else the one before; itself where it is in none. */
  next: HTMLElement | null;
}

/** Where somebody is, and where they go on when their row is gone. */
function whereFrom(): From {
  const here = document.activeElement as HTMLElement | null;
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-id]')];
  const at = rows.findIndex((row) => row.closest('li')?.contains(here));
  return { here, next: at < 0 ? here : (rows[at + 1] ?? rows[at - 1] ?? null) };
}
