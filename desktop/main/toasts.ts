import type { UserNotification } from '../../contract/notifications.ts';
import { UNDO_MS, type Answers, type Verdict } from './answering.ts';
import { createShower, type ShowerParts } from './shower.ts';
import { labelOf, MANY, toastsFor, type Toast } from './toastRules.ts';

/** What people are told by notifications of the system, and answer there. */
export interface Toasts {
  /** Tells of questions that are new. */
  tell(asked: readonly UserNotification[]): void;
  /** They were answered elsewhere, or are over. */
  withdraw(ids: readonly string[]): void;
  /** Whoever they were shown to has gone, or the app is at another server. */
  withdrawAll(): void;
  tellVerdict(id: string, verdict: Verdict): void;
  /** The answer waits for the network. */
  tellKept(id: string): void;
  /** A newer version of the app was fetched. */
  tellUpdate(version: string): void;
}

export interface ToastParts extends ShowerParts {
  hidesPreview(): boolean;
  /** Of whoever is told now; null: nobody is signed in who could answer. */
  answers(): Answers | null;
}

/** Beside the buttons of the question itself: taking back the answer to it. */
const UNDO = 'undo';
const INBOX = '#/notifications';
/** The one notification that is of no person and no server. */
const UPDATE = 'update';

/** A question as it was told to somebody. */
interface Asked {
  notification: UserNotification;
  toast: Toast;
  /** It stays theirs: whoever is there when a button is pressed answers nothing for them, and nothing elsewhere. */
  answers: Answers;
}

export function createToasts({ hidesPreview, answers, ...parts }: ToastParts): Toasts {
  const { platform, words } = parts;
  const shower = createShower(parts);
  if (platform === 'win32') shower.onOld(() => parts.open(INBOX));
  const can = { act: platform !== 'linux', reply: platform === 'darwin' || platform === 'win32' };

  const ask = (asked: Asked): void => shower.show(asked.toast, (value) => void answer(asked, value));

  async function answer(asked: Asked, value: string): Promise<void> {
    const { notification, toast, answers: theirs } = asked;
    if (!(await theirs.give(notification.id, value)))
      return say(notification.id, words.notTaken, words.askedAnother, INBOX);
    const given = {
      ...toast,
      title: words.answering(labelOf(notification, value, words)),
      body: words.answeringBody(UNDO_MS / 1000),
      actions: can.act ? [{ label: words.undo, value: UNDO }] : [],
      hasReply: false,
    };
    shower.show(given, () => void takeBack(asked));
    setTimeout(() => void theirs.send(), UNDO_MS);
  }

  async function takeBack(asked: Asked): Promise<void> {
    if (await asked.answers.takeBack(asked.notification.id)) ask(asked);
  }

  // under an id of its own: the question's notification is withdrawn as soon as the inbox knows of the answer
  const say = (id: string, title: string, body: string, hash = `#/notifications/${encodeURIComponent(id)}`): void =>
    shower.show({ id: `verdict ${id}`, title, body, actions: [], hasReply: false, hash }, () => undefined);

  return {
    tell(news) {
      const theirs = answers();
      if (!theirs) return;
      for (const toast of toastsFor(news, { words, hidesPreview: hidesPreview(), can })) {
        const notification = news.find(({ id }) => id === toast.id);
        if (notification) ask({ notification, toast, answers: theirs });
        else shower.show(toast, () => undefined);
      }
    },
    withdraw(ids) {
      ids.forEach(shower.close);
      if (ids.length > 0) shower.close(MANY);
    },
    withdrawAll: () => shower.closeAll(UPDATE),
    tellVerdict(id, verdict) {
      if (verdict === 'recorded') say(id, words.answered, '');
      else if (verdict === 'nameless') say(id, words.notTaken, words.nameless);
      else say(id, verdict === 'decided' ? words.alreadyDecided : words.notTaken, words.openInstead);
    },
    tellKept: (id) => say(id, words.offline, words.willBeSent),
    tellUpdate(version) {
      const { title, body } = words.updateReady;
      shower.show(
        { id: UPDATE, title: title(version), body, actions: [], hasReply: false, hash: INBOX },
        () => undefined,
      );
    },
  };
}
