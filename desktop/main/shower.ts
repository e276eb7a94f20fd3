import type { ElectronPort, Log } from './ports.ts';
import type { Toast } from './toastRules.ts';
import type { Words } from './words.ts';

/** Shows notifications of the system, one for each id. */
export interface Shower {
  /** @param act told the value of a button that was pressed, or what was typed */
  show(toast: Toast, act: (value: string) => void): void;
  close(id: string): void;
  /** @param except an id that may stay where it is on the screen */
  closeAll(except: string): void;
  /** Tells of notifications that were used although this process has not shown them: Windows keeps those of before a restart. */
  onOld(listener: () => void): void;
}

/** Windows tells of what we have shown ourselves a second time. */
const SAME_PRESS_MS = 500;

export interface ShowerParts {
  electron: Pick<ElectronPort, 'Notification'>;
  platform: NodeJS.Platform;
  words: Words;
  open(hash: string): void;
  log: Log;
}

export function createShower({ electron: { Notification }, platform, words, open, log }: ShowerParts): Shower {
  // whatever is shown stays here: a notification that nobody holds would no longer hear its buttons
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
      if (platform === 'darwin') Notification.removeAll(); // those of before a restart, too
    },
    onOld(listener) {
      // what Windows hands over names no question
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
      /** Some systems keep what was used in their list. */
      const use = (deed: () => void): void => {
        usedAt = performance.now();
        forget();
        notification.close();
        deed();
      };
      notification.on('show', () => log.info('notification shown', { id: toast.id }));
      notification.on('failed', (_event, reason) => {
        forget();
        log.warn('notification failed', { id: toast.id, reason: String(reason).slice(0, 200) });
      });
      // Windows says so of what goes from the screen into its list: there it can still be pressed, and be withdrawn
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
