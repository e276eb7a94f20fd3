import type { AssignmentCounts, AssignmentNotification } from '../../../contract/assignments.ts';
import { SCOPES, type Scope } from '../routes.ts';

/** How many stand above the questions. */
export const MOST_TOLD = 5;

/** The latest that are not read, and how many are left of each scope. */
export function latestTold<Told extends Pick<AssignmentNotification, 'scope' | 'isRead'>>(
  told: readonly Told[],
  unread: AssignmentCounts['unread'],
): { shown: Told[]; more: { scope: Scope; count: number }[] } {
  const shown = told.filter(({ isRead }) => !isRead).slice(0, MOST_TOLD);
  const left = (scope: Scope): number => unread[scope] - shown.filter((each) => each.scope === scope).length;
  return { shown, more: SCOPES.map((scope) => ({ scope, count: left(scope) })).filter(({ count }) => count > 0) };
}
