import type { AssignmentCounts, AssignmentNotification } from '../../../contract/assignments.ts';
import { SCOPES, type Scope } from '../routes.ts';

/** The most events shown individually above the questions; more would push the questions down. */
export const MOST_TOLD = 2;

/** The unread events above the questions. */
export interface UnreadEvents {
  /** Differs when it looks different. */
  key: string;
  count: number;
  /** The scopes with unread events, received ones first. */
  scopes: Scope[];
  /** The events, if they are few; otherwise they are one line. */
  items: AssignmentNotification[] | null;
}

/** @returns null if there are none, or if they are not loaded yet */
export function newsOf(
  unread: AssignmentCounts['unread'],
  told: readonly AssignmentNotification[],
): UnreadEvents | null {
  const scopes = SCOPES.filter((scope) => unread[scope] > 0);
  const count = scopes.reduce((sum, scope) => sum + unread[scope], 0);
  if (count > MOST_TOLD) return { key: `${count} ${scopes.join(' ')}`, count, scopes, items: null };
  const items = told.filter(({ isRead }) => !isRead).slice(0, MOST_TOLD);
  if (items.length === 0) return null;
  return { key: items.map(({ id }) => id).join(' '), count: items.length, scopes, items };
}

/**
 * What is shown while it must keep its height: the line of many goes on counting, and events that were read meanwhile
 * stay as they are.
 */
export const steadyNews = (shown: UnreadEvents | null, news: UnreadEvents | null): UnreadEvents | null =>
  shown && !shown.items && news && !news.items ? news : shown;

/** Whether there is something that is not shown. */
export function hasMore(shown: UnreadEvents | null, news: UnreadEvents): boolean {
  if (!shown) return true;
  if (!shown.items) return false;
  const known = new Set(shown.items.map(({ id }) => id));
  return news.items === null || news.items.some(({ id }) => !known.has(id));
}
