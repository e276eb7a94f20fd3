import type { AssignmentCounts, AssignmentNotification } from '../../../contract/assignments.ts';
import { SCOPES, type Scope } from '../routes.ts';

/** How many stand above the questions, each for itself; more would push the questions away. */
export const MOST_TOLD = 2;

/** Those that are not read, as long as they are few. */
export const fewTold = <Told extends Pick<AssignmentNotification, 'isRead'>>(told: readonly Told[]): Told[] =>
  told.filter(({ isRead }) => !isRead).slice(0, MOST_TOLD);

/** What is not read, in one line: how much, and of which scopes, those that are about the person's own first. Null: it is little. */
export function muchTold(unread: AssignmentCounts['unread']): { count: number; scopes: Scope[] } | null {
  const scopes = SCOPES.filter((scope) => unread[scope] > 0);
  const count = scopes.reduce((sum, scope) => sum + unread[scope], 0);
  return count > MOST_TOLD ? { count, scopes } : null;
}
