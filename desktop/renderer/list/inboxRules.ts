import type { UserNotification } from '../../../contract/notifications.ts';
import type { Option } from '../../../contract/variables.ts';
import { dueBefore } from '../dueBefore.ts';
import type { InboxFilter } from '../routes.ts';

/**
 * The notifications that match a filter. Every searched word must occur somewhere.
 *
 * @param now milliseconds
 */
export function filtered(
  notifications: readonly UserNotification[],
  { q = '', type, flow, node, due }: InboxFilter,
  now: number,
): UserNotification[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const lastDue = due && dueBefore(due, now);
  return notifications.filter(
    (each) =>
      (!type || each.inputType === type) &&
      (!flow || each.flowId === flow) &&
      (!node || nodeOf(each) === node) &&
      (!lastDue || Date.parse(each.expiresAt) <= lastDue) &&
      (words.length === 0 || hasAll(each, words)),
  );
}

/** The asking node's id, without the visit number. */
export const nodeOf = ({ nodeId }: Pick<UserNotification, 'nodeId'>): string => nodeId.split('.')[0]!;

/** Whether a filter excludes questions. */
export const isNarrowing = ({ scope: _, sort: __, group: ___, ...narrowing }: InboxFilter = {}): boolean =>
  Object.values(narrowing).some(Boolean);

/** Whether a filter selects exactly one whole group of equal questions. */
export const isWholeGroup = ({ flow, node, ...others }: InboxFilter): boolean =>
  Boolean(flow && node) && !isNarrowing(others);

function hasAll(
  { flowName, title, prompt, requester, chatContext }: UserNotification,
  words: readonly string[],
): boolean {
  const searched = `${flowName}\n${requester}\n${chatContext.chatName}\n${title}\n${prompt}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}

/**
 * The shared options of equal questions: same flow, same node (any visit), an approval or choice with the same options.
 * Null if they cannot be answered together.
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
  JSON.stringify([each.flowId, nodeOf(each), each.inputType, each.options, choicesOf(each)]);

/**
 * Splits rows into shown ones and fresh ones. Fresh: new, and before a row of the fixed order. New rows after all fixed
 * ones were only loaded later, so they are shown. If no fixed row is left, all are shown.
 */
export function splitFresh<Item extends { id: string }>(
  items: readonly Item[],
  known: ReadonlySet<string>,
): { shown: readonly Item[]; fresh: readonly Item[] } {
  const last = items.findLastIndex(({ id }) => known.has(id));
  const isFresh = ({ id }: Item, at: number): boolean => at < last && !known.has(id);
  if (!items.some(isFresh)) return { shown: items, fresh: [] };
  return { shown: items.filter((item, at) => !isFresh(item, at)), fresh: items.filter(isFresh) };
}
