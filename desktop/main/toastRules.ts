import { needsComment } from '../../contract/comment.ts';
import { optionsToConfirm } from '../../contract/confirm.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import { shortened } from '../../contract/wholePart.ts';
import type { Words } from './words.ts';

/** The content and actions of a system notification. */
export interface Toast {
  /** The question's id, or `MANY`. */
  id: string;
  title: string;
  body: string;
  actions: ToastAction[];
  /** Shows a text field for the answer. */
  hasReply: boolean;
  /** The route that a click opens. */
  hash: string;
}

/** A button. */
interface ToastAction {
  label: string;
  /** The answer that it gives. */
  value: string;
  /** Opens the question instead of answering, because more input is needed. */
  opens?: boolean;
}

/** The id of the one notification for several questions that arrive at once. */
export const MANY = 'many';
/** Up to this many are shown one by one. */
const MOST_SINGLE = 3;
/** Systems hide further buttons. */
const MOST_ACTIONS = 3;
const LONGEST_TITLE = 120;

export interface Showing {
  words: Words;
  hidesPreview: boolean;
  /** What the system supports: not all have buttons and text fields. */
  can: { act: boolean; reply: boolean };
}

/** The notifications for new questions: one each, or one for all. */
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
  // a person who cannot see the question must not answer it by accident
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

/** Whether one press is not enough, because a comment or a confirmation is required. */
function needsMore({ commentOffer: comment, meta: { variables } }: UserNotification, value: string): boolean {
  return needsComment({ comment, variables }, { value }) || optionsToConfirm(variables, { value }).length > 0;
}

/** The label of an answer. */
export function labelOf({ inputType, meta }: UserNotification, value: string, words: Words): string {
  if (inputType === 'approval' && value === 'approved') return words.approve;
  if (inputType === 'approval' && value === 'rejected') return words.reject;
  const offered = meta.variables.flatMap(({ options = [] }) => options);
  return offered.find((option) => option.value === value)?.label ?? value;
}

/** Systems cut long text, some in bad places, so we cut it first. */
const short = (line: string): string => shortened(line, LONGEST_TITLE);

/**
 * The questions that are new and those that are over since the previous read. On the first read nothing is new. An old
 * question that only comes and goes because not all are read is neither.
 *
 * @param since the instants (ISO 8601) since which the two reads are complete; empty: they are complete
 */
export function changesOf(
  now: readonly UserNotification[],
  before: readonly UserNotification[] | null,
  since = { now: '', before: '' },
): { asked: UserNotification[]; over: string[] } {
  if (before === null) return { asked: [], over: [] };
  const [idsNow, idsBefore] = [now, before].map((all) => new Set(all.map(({ id }) => id)));
  return {
    asked: now.filter(({ id, isRead, createdAt }) => !idsBefore!.has(id) && !isRead && createdAt > since.before),
    over: before.filter(({ id, createdAt }) => !idsNow!.has(id) && createdAt > since.now).map(({ id }) => id),
  };
}
