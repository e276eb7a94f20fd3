import type { UserNotification } from '../../contract/notifications.ts';
import { UNDO_MS, type Answering, type Verdict } from './answering.ts';
import { createShower, type ShowerParts } from './shower.ts';
import { labelOf, MANY, toastsFor, type Toast } from './toastRules.ts';

/** What people are told by notifications of the system, and answer there. */
export interface Toasts {
  /** Tells of questions that are new. */
  tell(asked: readonly UserNotification[]): void;
  /** They were answered elsewhere, or are over. */
  withdraw(ids: readonly string[]): void;
  tellVerdict(id: string, verdict: Verdict): void;
  /** The answer waits for the network. */
  tellKept(id: string): void;
  /** A newer version of the app was fetched. */
  tellUpdate(version: string): void;
}

export interface ToastParts extends ShowerParts {
  platform: NodeJS.Platform;
  hidesPreview(): boolean;
  /** Null: there is no server any more that could be answered. */
  answering(): Pick<Answering, 'give' | 'takeBack' | 'send'> | null;
}

/** Beside the buttons of the question itself: taking back the answer to it. */
const UNDO = 'undo';

export function createToasts({ platform, hidesPreview, answering, ...parts }: ToastParts): Toasts {
  const { words } = parts;
  const shower = createShower(parts);
  if (platform === 'win32') shower.onOld(() => parts.open('#/notifications'));
  const can = { act: platform !== 'linux', reply: platform === 'darwin' || platform === 'win32' };

  async function answer(notification: UserNotification, toast: Toast, value: string): Promise<void> {
    const answers = answering();
    if (!answers) return;
    await answers.give(notification.id, value);
    const given = {
      ...toast,
      title: words.answering(labelOf(notification, value, words)),
      body: words.answeringBody(UNDO_MS / 1000),
      actions: can.act ? [{ label: words.undo, value: UNDO }] : [],
      hasReply: false,
    };
    shower.show(given, () => void takeBack(notification, toast, answers));
    setTimeout(() => void answers.send(), UNDO_MS);
  }

  async function takeBack(
    notification: UserNotification,
    toast: Toast,
    answers: Pick<Answering, 'takeBack'>,
  ): Promise<void> {
    if (await answers.takeBack(notification.id)) ask(notification, toast);
  }

  const ask = (notification: UserNotification | undefined, toast: Toast): void =>
    shower.show(toast, (value) => notification && void answer(notification, toast, value));

  // under an id of its own: the question's notification is withdrawn as soon as the inbox knows of the answer
  const say = (id: string, title: string, body: string): void => {
    const hash = `#/notifications/${encodeURIComponent(id)}`;
    shower.show({ id: `verdict ${id}`, title, body, actions: [], hasReply: false, hash }, () => undefined);
  };

  return {
    tell(asked) {
      for (const toast of toastsFor(asked, { words, hidesPreview: hidesPreview(), can }))
        ask(
          asked.find(({ id }) => id === toast.id),
          toast,
        );
    },
    withdraw(ids) {
      ids.forEach(shower.close);
      if (ids.length > 0) shower.close(MANY);
    },
    tellVerdict(id, verdict) {
      if (verdict === 'recorded') say(id, words.answered, '');
      else say(id, verdict === 'decided' ? words.alreadyDecided : words.notTaken, words.openInstead);
    },
    tellKept: (id) => say(id, words.offline, words.willBeSent),
    tellUpdate(version) {
      const { title, body } = words.updateReady;
      const told = { id: 'update', title: title(version), body, actions: [], hasReply: false, hash: '#/notifications' };
      shower.show(told, () => undefined);
    },
  };
}
