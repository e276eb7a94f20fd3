import type { UserNotification } from '../../contract/notifications.ts';
import { UNDO_MS, type Answers, type Obstacle, type Verdict } from './answering.ts';
import { createToastDisplay, type ToastDisplayParts } from './toastDisplay.ts';
import { labelOf, MANY, toastsFor, type Toast } from './toastRules.ts';
import type { Words } from './words.ts';

/** System notifications, and the answers given in them. */
export interface Toasts {
  /** Notifies about new questions. */
  tell(asked: readonly UserNotification[]): void;
  /** Withdraws questions that were answered elsewhere or closed. */
  withdraw(ids: readonly string[]): void;
  /** Withdraws everything, because the person signed out or the server changed. */
  withdrawAll(): void;
  tellVerdict(id: string, verdict: Verdict): void;
  /** The answer waits. Told once per reason, however often it is tried. */
  tellKept(id: string, why: Obstacle): void;
  /** A newer version of the app was downloaded. */
  tellUpdate(version: string): void;
}

export interface ToastParts extends ToastDisplayParts {
  hidesPreview(): boolean;
  /** The answers of the signed-in person; null: nobody is signed in. */
  answers(): Answers | null;
}

/** The value of the undo button. */
const UNDO = 'undo';
const INBOX = '#/notifications';
/** The id of the update notification, the only one that belongs to no person or server. */
const UPDATE = 'update';

/** A question that was notified. */
interface Asked {
  notification: UserNotification;
  toast: Toast;
  /** Those of the person notified: if another one has signed in when a button is pressed, nothing is answered. */
  answers: Answers;
}

export function createToasts({ hidesPreview, answers, ...parts }: ToastParts): Toasts {
  const { platform, words } = parts;
  const display = createToastDisplay(parts);
  if (platform === 'win32') display.onOld(() => parts.open(INBOX));
  /** What was said of answers that wait. */
  const obstacles = new Map<string, Obstacle>();
  const can = { act: platform !== 'linux', reply: platform === 'darwin' || platform === 'win32' };

  const ask = (asked: Asked): void => display.show(asked.toast, (value) => void answer(asked, value));

  async function answer(asked: Asked, value: string): Promise<void> {
    const { notification, toast, answers: theirs } = asked;
    if (!(await theirs.give(notification.id, value, notification.inputType === 'text')))
      return say(notification.id, words.notTaken, words.askedAnother, INBOX);
    const given = {
      ...toast,
      title: words.answering(labelOf(notification, value, words)),
      body: words.answeringBody(UNDO_MS / 1000),
      actions: can.act ? [{ label: words.undo, value: UNDO }] : [],
      hasReply: false,
    };
    display.show(given, () => void takeBack(asked));
    setTimeout(() => void theirs.send(), UNDO_MS);
  }

  async function takeBack(asked: Asked): Promise<void> {
    if (await asked.answers.takeBack(asked.notification.id)) ask(asked);
  }

  // under its own id, because the question's notification is withdrawn once the inbox has the answer
  const say = (id: string, title: string, body: string, hash = `#/notifications/${encodeURIComponent(id)}`): void =>
    display.show({ id: `verdict ${id}`, title, body, actions: [], hasReply: false, hash }, () => undefined);

  return {
    tell(news) {
      const theirs = answers();
      if (!theirs) return;
      for (const toast of toastsFor(news, { words, hidesPreview: hidesPreview(), can })) {
        const notification = news.find(({ id }) => id === toast.id);
        if (notification) ask({ notification, toast, answers: theirs });
        else display.show(toast, () => undefined);
      }
    },
    withdraw(ids) {
      ids.forEach(display.close);
      if (ids.length > 0) display.close(MANY);
    },
    withdrawAll: () => display.closeAll(UPDATE),
    tellVerdict(id, verdict) {
      obstacles.delete(id);
      say(id, ...verdictWords(words)[verdict]);
    },
    tellKept(id, why) {
      if (obstacles.get(id) !== why) say(id, words.kept[why].title, words.kept[why].body);
      obstacles.set(id, why);
    },
    tellUpdate(version) {
      const { title, body } = words.updateReady;
      display.show(
        { id: UPDATE, title: title(version), body, actions: [], hasReply: false, hash: INBOX },
        () => undefined,
      );
    },
  };
}

/** The title and text for each verdict. */
const verdictWords = (words: Words): Record<Verdict, [string, string]> => ({
  recorded: [words.answered, ''],
  decided: [words.alreadyDecided, words.openInstead],
  refused: [words.notTaken, words.openInstead],
  nameless: [words.notTaken, words.nameless],
});
