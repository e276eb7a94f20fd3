import type { AssignmentCounts, AssignmentNotification } from '../../../contract/assignments.ts';
import { SCOPES, type Scope } from '../routes.ts';

/** The most events shown individually above the questions; more would push the questions down. */
export const MOST_TOLD = 2;

/** The unread events, if they are few. */
export const fewTold = <Told extends Pick<AssignmentNotification, 'isRead'>>(told: readonly Told[]): Told[] =>
  told.filter(({ isRead }) => !isRead).slice(0, MOST_TOLD);

/** The unread events in one line: their number and scopes, received ones first. Null: they are few. */
export function muchTold(unread: AssignmentCounts['unread']): { count: number; scopes: Scope[] } | null {
  const scopes = SCOPES.filter((scope) => unread[scope] > 0);
  const count = scopes.reduce((sum, scope) => sum + unread[scope], 0);
  return count > MOST_TOLD ? { count, scopes } : null;
}
