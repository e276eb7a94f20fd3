import type { UserNotification } from '../../../contract/notifications.ts';
import type { Option } from '../../../contract/variables.ts';
import { dueBefore } from '../dueBefore.ts';
import type { InboxFilter } from '../routes.ts';

/**
 * What a filter leaves over. Every word that is searched for has to stand somewhere.
 *
 * @param now milliseconds
 */
export function filtered(
  notifications: readonly UserNotification[],
  { q = '', type, flow, due }: InboxFilter,
  now: number,
): UserNotification[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const lastDue = due && dueBefore(due, now);
  return notifications.filter(
    (each) =>
      (!type || each.inputType === type) &&
      (!flow || each.flowId === flow) &&
      (!lastDue || Date.parse(each.expiresAt) <= lastDue) &&
      (words.length === 0 || hasAll(each, words)),
  );
}

/** Whether a filter leaves questions out. */
export const isNarrowing = ({ scope: _, ...narrowing }: InboxFilter = {}): boolean =>
  Object.values(narrowing).some(Boolean);

function hasAll({ flowName, prompt, requester, chatContext }: UserNotification, words: readonly string[]): boolean {
  const searched = `${flowName}\n${requester}\n${chatContext.chatName}\n${prompt}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/**
 * The options that all of several questions share, when they are the same question: one flow, one node (whichever visit),
 * an approval or a choice of the same options. Null when they cannot be answered together.
 */
export function sharedOptions(questions: readonly UserNotification[]): Option[] | null {
  const [first] = questions;
  if (!first || (first.inputType !== 'approval' && first.inputType !== 'choice')) return null;
  const isSame = questions.every((each) => each.status === 'pending' && shapeOf(each) === shapeOf(first));
  if (!isSame || first.options.length === 0) return null;
  return choicesOf(first).filter(({ value }) => first.options.includes(value));
}

function choicesOf({ meta, options }: UserNotification): Option[] {
  const [variable] = meta.variables;
  return variable?.options ?? options.map((value) => ({ value }));
}

const shapeOf = (each: UserNotification): string =>
  JSON.stringify([each.flowId, each.nodeId.split('.')[0], each.inputType, each.options, choicesOf(each)]);

/**
 * Those whose order is fixed and those that came since, which stand before them; what comes after them was only read later.
 * Where none of the fixed is left, nothing can jump: all are shown.
 */
export function splitFresh<Item extends { id: string }>(
  items: readonly Item[],
  known: ReadonlySet<string>,
): { shown: readonly Item[]; fresh: readonly Item[] } {
  const first = items.findIndex(({ id }) => known.has(id));
  if (first <= 0) return { shown: items, fresh: [] };
  return { shown: items.slice(first), fresh: items.slice(0, first) };
}
