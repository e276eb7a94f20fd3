import type { Assignment } from '../../contract/assignments.ts';

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

/** Assignments as comma-separated values (RFC 4180), with a mark that has spreadsheets read them as UTF-8. */
export function csvOf(assignments: Assignment[]): string {
  const lines = assignments.map((each) => Object.values(COLUMNS).map((value) => cell(value(each))));
  return `\uFEFF${[Object.keys(COLUMNS), ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`;
}

/** What a spreadsheet would take for a formula is told to be text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
