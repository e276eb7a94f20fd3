import type { Assignment } from '../../contract/assignments.ts';
import { csvHead, csvLine } from '../foundation/csv.ts';

const COLUMNS: Record<string, (each: Assignment) => string | number | null> = {
  assignment: ({ id }) => id,
  sending: ({ sendingId }) => sendingId,
  chat: ({ name }) => name,
  assignee: ({ assignee }) => assignee.displayName,
  email: ({ assignee }) => assignee.email ?? assignee.userPrincipalName,
  group: ({ group }) => group?.displayName ?? null,
  sender: ({ creator }) => creator.displayName,
  status: ({ status }) => status,
  criterion: ({ criterion }) => criterion,
  overdue: ({ isOverdue }) => (isOverdue ? 'yes' : 'no'),
  attempt: ({ attempt }) => attempt,
  passed: ({ passed }) => (passed === null ? null : passed ? 'yes' : 'no'),
  outcome: ({ outcome }) => (outcome === null ? null : typeof outcome === 'string' ? outcome : JSON.stringify(outcome)),
  reason: ({ reason }) => reason,
  assigned_at: ({ createdAt }) => createdAt,
  due_at: ({ dueAt }) => dueAt,
  expires_at: ({ expiresAt }) => expiresAt,
  started_at: ({ startedAt }) => startedAt,
  ended_at: ({ endedAt }) => endedAt,
};

export const CSV_HEAD = csvHead(Object.keys(COLUMNS));

/** Assignments as CSV, one line each. */
export const csvLinesOf = (assignments: Assignment[]): string =>
  assignments.map((each) => csvLine(Object.values(COLUMNS).map((value) => value(each)))).join('');
