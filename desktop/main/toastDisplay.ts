import type { ElectronPort, Log } from './ports.ts';
import type { Toast } from './toastRules.ts';
import type { Words } from './words.ts';

/** Shows system notifications, one per id. */
export interface ToastDisplay {
  /** @param act called with the value of the pressed button, or the typed text */
  show(toast: Toast, act: (value: string) => void): void;
  close(id: string): void;
  /** @param except an id whose notification may stay on screen */
  closeAll(except: string): void;
  /** Called when a person uses a notification from before a restart, which Windows keeps. */
  onOld(listener: () => void): void;
}

/** Windows reports a press on our own notifications a second time. */
const SAME_PRESS_MS = 500;

export interface ToastDisplayParts {
  electron: Pick<ElectronPort, 'Notification'>;
  platform: NodeJS.Platform;
  words: Words;
  open(hash: string): void;
  log: Log;
}

export function createToastDisplay({
  electron: { Notification },
  platform,
  words,
  open,
  log,
}: ToastDisplayParts): ToastDisplay {
  // holds what is shown: a garbage-collected notification no longer fires events
  const shown = new Map<string, Electron.Notification>();
  let usedAt = -Infinity;
  const close = (id: string): void => {
    shown.get(id)?.close();
    shown.delete(id);
  };
  return {
    close,
    closeAll(except) {
      [...shown.keys()].filter((id) => id !== except).forEach(close);
      if (platform === 'darwin') Notification.removeAll(); // including those from before a restart
    },
    onOld(listener) {
      // Windows does not say which notification it was
      Notification.handleActivation(() => {
        setTimeout(() => performance.now() - usedAt > 2 * SAME_PRESS_MS && listener(), SAME_PRESS_MS);
      });
    },
    show(toast, act) {
      if (!Notification.isSupported()) return log.warn('notifications are not supported');
      close(toast.id);
      const notification = new Notification(toNative(toast, words));
      shown.set(toast.id, notification);
      const forget = (): void => {
        if (shown.get(toast.id) === notification) shown.delete(toast.id);
      };
      /** Some systems keep a used notification in their list. */
      const use = (action: () => void): void => {
        usedAt = performance.now();
        forget();
        notification.close();
        action();
      };
      notification.on('show', () => log.info('notification shown', { id: toast.id }));
      notification.on('failed', (_event, reason) => {
        forget();
        log.warn('notification failed', { id: toast.id, reason: String(reason).slice(0, 200) });
      });
      // `timedOut` on Windows: it moved to the notification list, where it can still be pressed and withdrawn
      notification.on('close', ({ reason }) => reason !== 'timedOut' && forget());
      notification.on('click', () => use(() => open(toast.hash)));
      notification.on('action', ({ actionIndex }) => {
        const action = toast.actions[actionIndex];
        use(() => action && (action.opens ? open(toast.hash) : act(action.value)));
      });
      notification.on('reply', ({ reply }) => use(() => reply.trim() !== '' && act(reply)));
      notification.show();
    },
  };
}

const toNative = ({ id, title, body, actions, hasReply }: Toast, words: Words) => ({
  id,
  title,
  body,
  hasReply,
  replyPlaceholder: words.reply,
  actions: actions.map(({ label }) => ({ type: 'button' as const, text: label })),
});
