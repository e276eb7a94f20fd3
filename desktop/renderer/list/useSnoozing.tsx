import { lazy, Suspense, useCallback, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useSnooze } from '../api/inbox.ts';
import { Boundary } from '../shell/Boundary.tsx';
import { tabOf } from '../inboxTab.ts';

const SnoozeDialog = lazy(async () => ({ default: (await import('./SnoozeDialog.tsx')).SnoozeDialog }));

/** Asks until when a question is to be out of sight, or brings one back that is. */
export function useSnoozing() {
  const [asked, setAsked] = useState<UserNotification | null>(null);
  const { mutate } = useSnooze();
  const snooze = useCallback(
    (notification: UserNotification): void => {
      const tab = tabOf(notification);
      if (tab === 'snoozed') mutate({ id: notification.id, until: null });
      else if (tab === 'pending') setAsked(notification);
    },
    [mutate],
  );
  return {
    snooze,
    dialog: asked && (
      <Boundary isPart>
        <Suspense fallback={null}>
          <SnoozeDialog notification={asked} onClose={() => setAsked(null)} />
        </Suspense>
      </Boundary>
    ),
  };
}
