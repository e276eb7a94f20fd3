import { needsComment } from '../../contract/comment.ts';
import { optionsToConfirm } from '../../contract/confirm.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Words } from './words.ts';

/** What a notification of the system shows, and what can be done with it. */
export interface Toast {
  /** Of the question, or `MANY`. */
  id: string;
  title: string;
  body: string;
  actions: ToastAction[];
  /** Offers a field for the answer. */
  hasReply: boolean;
  /** Where a click leads. */
  hash: string;
}

/** A button. */
interface ToastAction {
  label: string;
  /** What it answers with. */
  value: string;
  /** It opens the question in place of answering: more has to be said there. */
  opens?: boolean;
}

/** The one notification for several questions that come at once. */
export const MANY = 'many';
/** So many are shown one by one. */
const MOST_SINGLE = 3;
/** Systems show no more buttons without hiding them. */
const MOST_ACTIONS = 3;
const LONGEST_TITLE = 120;

export interface Showing {
  words: Words;
  hidesPreview: boolean;
  /** What the system can show: buttons and fields are not everywhere. */
  can: { act: boolean; reply: boolean };
}

/** What is told of questions that are new: each by itself, or all in one. */
export function toastsFor(asked: readonly UserNotification[], showing: Showing): Toast[] {
  if (asked.length > MOST_SINGLE)
    return [
      {
        id: MANY,
        title: showing.words.many(asked.length),
        body: showing.words.manyBody,
        actions: [],
        hasReply: false,
        hash: '#/notifications',
      },
    ];
  return asked.map((notification) => toastFor(notification, showing));
}

function toastFor(notification: UserNotification, { words, hidesPreview, can }: Showing): Toast {
  const { id, title, flowName, inputType, expiresAt } = notification;
  const due = words.due(
    new Intl.DateTimeFormat(words.locale, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(expiresAt)),
  );
  const shown = hidesPreview ? words.hidden : { title: short(title), body: words.from(flowName, due) };
  // who cannot read the question must not answer it by a slip of the hand
  const actions = hidesPreview || !can.act ? [] : actionsOf(notification, words);
  return {
    id,
    ...shown,
    actions,
    hasReply: inputType === 'text' && can.reply && !hidesPreview,
    hash: `#/notifications/${encodeURIComponent(id)}`,
  };
}

function actionsOf(notification: UserNotification, words: Words): Toast['actions'] {
  const { inputType, options } = notification;
  if (inputType !== 'approval' && inputType !== 'choice') return [];
  if (options.length > MOST_ACTIONS) return [];
  return options.map((value) => {
    const label = labelOf(notification, value, words);
    return needsMore(notification, value) ? { value, label: words.more(label), opens: true } : { value, label };
  });
}

/** Whether a press is not enough: a comment has to be written, or the author has people asked once more. */
function needsMore({ commentOffer: comment, meta: { variables } }: UserNotification, value: string): boolean {
  return needsComment({ comment, variables }, { value }) || optionsToConfirm(variables, { value }).length > 0;
}

/** What an answer is called to whoever gives it. */
export function labelOf({ inputType, meta }: UserNotification, value: string, words: Words): string {
  if (inputType === 'approval' && value === 'approved') return words.approve;
  if (inputType === 'approval' && value === 'rejected') return words.reject;
  const offered = meta.variables.flatMap(({ options = [] }) => options);
  return offered.find((option) => option.value === value)?.label ?? value;
}

/** Systems cut what is too long, and not all of them where it can be read. */
const short = (line: string): string => (line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1)}…`);

/** Which questions came, and which are over, since the inbox was read before. Nothing is new to whoever just began. */
export function changesOf(
  now: readonly UserNotification[],
  before: readonly UserNotification[] | null,
): { asked: UserNotification[]; over: string[] } {
  if (before === null) return { asked: [], over: [] };
  const [idsNow, idsBefore] = [now, before].map((all) => new Set(all.map(({ id }) => id)));
  return {
    asked: now.filter(({ id, isRead }) => !idsBefore!.has(id) && !isRead),
    over: before.map(({ id }) => id).filter((id) => !idsNow!.has(id)),
  };
}
