import type { ElectronPort, Log } from './ports.ts';
import type { Toast } from './toastRules.ts';
import type { Words } from './words.ts';

/** Shows notifications of the system, one for each id. */
export interface Shower {
  /** @param act told the value of a button that was pressed, or what was typed */
  show(toast: Toast, act: (value: string) => void): void;
  close(id: string): void;
}

export interface ShowerParts {
  electron: Pick<ElectronPort, 'Notification'>;
  words: Words;
  open(hash: string): void;
  log: Log;
}

export function createShower({ electron: { Notification }, words, open, log }: ShowerParts): Shower {
  // whatever is shown stays here: a notification that nobody holds would no longer hear its buttons
  const shown = new Map<string, Electron.Notification>();
  const close = (id: string): void => {
    shown.get(id)?.close();
    shown.delete(id);
  };
  return {
    close,
    show(toast, act) {
      if (!Notification.isSupported()) return log.warn('notifications are not supported');
      close(toast.id);
      const notification = new Notification(toNative(toast, words));
      shown.set(toast.id, notification);
      const forget = (): void => {
        if (shown.get(toast.id) === notification) shown.delete(toast.id);
      };
      /** Some systems keep what was used in their list. */
      const use = (deed: () => void): void => {
        forget();
        notification.close();
        deed();
      };
      notification.on('show', () => log.info('notification shown', { id: toast.id }));
      notification.on('failed', (_event, reason) => {
        forget();
        log.warn('notification failed', { id: toast.id, reason: String(reason).slice(0, 200) });
      });
      notification.on('close', forget);
      notification.on('click', () => use(() => open(toast.hash)));
      notification.on('action', ({ actionIndex }) => {
        const action = toast.actions[actionIndex];
        use(() => action && act(action.value));
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
