import type { Waiting } from './inboxWatch.ts';
import type { Log } from './ports.ts';
import { wantsToHear } from './quietRules.ts';
import type { SettingsFile } from './settings.ts';
import { changesOf } from './toastRules.ts';
import type { Toasts } from './toasts.ts';

/** Notifies about new questions and withdraws closed ones. Those that arrive in quiet hours are notified afterwards. */
export interface Notifier {
  hear(latest: Waiting, before: Waiting | null): void;
  /** Called when the quiet hours may be over. */
  look(latest: Waiting | null): void;
  /** The person signed out: discards everything of theirs. */
  forget(): void;
}

export interface NotifierParts {
  toasts: Pick<Toasts, 'tell' | 'withdraw' | 'withdrawAll'>;
  settings: SettingsFile;
  now(): number;
  log: Log;
}

export function createNotifier({ toasts, settings, now, log }: NotifierParts): Notifier {
  /** Ids of questions not notified yet. */
  const held = new Set<string>();
  return {
    hear(latest, before) {
      const since = { now: latest.completeSince ?? '', before: before?.completeSince ?? '' };
      const { asked, over } = changesOf(latest.items, before?.items ?? null, since);
      toasts.withdraw(over);
      over.forEach((id) => held.delete(id));
      if (wantsToHear(settings.get(), now())) return toasts.tell(asked);
      if (asked.length > 0) log.info('notifications held back', { count: asked.length });
      asked.forEach(({ id }) => held.add(id));
    },
    look(latest) {
      if (held.size === 0 || latest === null || !wantsToHear(settings.get(), now())) return;
      const left = latest.items.filter(({ id, isRead }) => held.has(id) && !isRead);
      held.clear();
      if (left.length > 0) toasts.tell(left);
    },
    forget() {
      held.clear();
      toasts.withdrawAll();
    },
  };
}
