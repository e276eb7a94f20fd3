import type { AssignmentStatus, Criterion } from '../../contract/assignments.ts';
import type { Person } from '../../contract/people.ts';
import type { AssignmentState } from './assignmentRules.ts';

/** What an assignment copies from its sending. */
export interface Terms {
  criterion: Criterion;
  retryBudget: number;
  allowDelegation: boolean;
  allowRejection: boolean;
  /** The versions of the chat and of its flow that it is pinned to; null: the newest. */
  chatVersion: number | null;
  flowVersion: number | null;
  /** Ms since the epoch. */
  dueAt: number | null;
  expiresAt: number | null;
}

export interface StoredAssignment extends AssignmentState, Terms {
  id: string;
  sendingId: string;
  chatId: string;
  name: string;
  creatorId: string;
  assignee: Person;
  group: { id: string; displayName: string } | null;
  occurrenceAt: number | null;
  /** Raised by each change. */
  version: number;
  passed: boolean | null;
  outcome: unknown;
  reason: string | null;
  cancelledBy: 'revoked' | 'reassigned' | null;
  predecessorId: string | null;
  /** The id of the first assignment of its chain. */
  chainId: string;
  logId: string | null;
  /** When the next notice about its due date is due. */
  tellDueAt: number | null;
  createdAt: number;
  startedAt: number | null;
  endedAt: number | null;
  remindedAt: number | null;
}

/** With the further columns of a list. */
export interface ListedAssignment extends StoredAssignment {
  creator: Person;
  note: string | null;
  successor: { id: string; assignee: Person } | null;
}

interface PersonRow {
  person: string;
  display_name: string;
  email: string | null;
  upn: string | null;
  language: string | null;
}

/** The columns that sendings and assignments share. */
export interface TermsRow {
  criterion: Criterion;
  retry_budget: number;
  allow_delegation: number;
  allow_rejection: number;
  chat_version: number | null;
  flow_version: number | null;
  due_at: number | null;
  expires_at: number | null;
}

export const toTerms = (row: TermsRow): Terms => ({
  criterion: row.criterion,
  retryBudget: row.retry_budget,
  allowDelegation: row.allow_delegation === 1,
  allowRejection: row.allow_rejection === 1,
  chatVersion: row.chat_version,
  flowVersion: row.flow_version,
  dueAt: row.due_at,
  expiresAt: row.expires_at,
});

export const toBit = (value: boolean): number => (value ? 1 : 0);

export const fromTerms = (terms: Terms): TermsRow => ({
  criterion: terms.criterion,
  retry_budget: terms.retryBudget,
  allow_delegation: toBit(terms.allowDelegation),
  allow_rejection: toBit(terms.allowRejection),
  chat_version: terms.chatVersion,
  flow_version: terms.flowVersion,
  due_at: terms.dueAt,
  expires_at: terms.expiresAt,
});

export interface AssignmentRow extends PersonRow, TermsRow {
  id: string;
  sending_id: string;
  chat_id: string;
  name: string;
  creator_id: string;
  group_id: string | null;
  group_name: string | null;
  occurrence_at: number | null;
  created_at: number;
  status: AssignmentStatus;
  version: number;
  attempt: number;
  has_attempt_failed: number;
  passed: number | null;
  outcome: string | null;
  reason: string | null;
  cancelled_by: 'revoked' | 'reassigned' | null;
  predecessor_id: string | null;
  chain_id: string;
  log_id: string | null;
  tell_due_at: number | null;
  started_at: number | null;
  ended_at: number | null;
  reminded_at: number | null;
}

export interface ListedRow extends AssignmentRow {
  creator: string;
  note: string | null;
  successor_id: string | null;
  successor_person: string | null;
  successor_name: string | null;
  successor_email: string | null;
  successor_upn: string | null;
}

const toPerson = (row: PersonRow): Person => ({
  id: row.person,
  displayName: row.display_name,
  email: row.email,
  userPrincipalName: row.upn,
  ...(row.language && { language: row.language }),
});

export const toAssignment = (row: AssignmentRow): StoredAssignment => ({
  id: row.id,
  sendingId: row.sending_id,
  chatId: row.chat_id,
  name: row.name,
  creatorId: row.creator_id,
  assignee: toPerson(row),
  group: row.group_id === null ? null : { id: row.group_id, displayName: row.group_name! },
  occurrenceAt: row.occurrence_at,
  ...toTerms(row),
  createdAt: row.created_at,
  status: row.status,
  version: row.version,
  attempt: row.attempt,
  hasAttemptFailed: row.has_attempt_failed === 1,
  passed: row.passed === null ? null : row.passed === 1,
  outcome: row.outcome === null ? null : JSON.parse(row.outcome),
  reason: row.reason,
  cancelledBy: row.cancelled_by,
  predecessorId: row.predecessor_id,
  chainId: row.chain_id,
  logId: row.log_id,
  tellDueAt: row.tell_due_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  remindedAt: row.reminded_at,
});

export const toListed = (row: ListedRow): ListedAssignment => ({
  ...toAssignment(row),
  creator: JSON.parse(row.creator) as Person,
  note: row.note,
  successor:
    row.successor_id === null
      ? null
      : {
          id: row.successor_id,
          assignee: {
            id: row.successor_person!,
            displayName: row.successor_name!,
            email: row.successor_email,
            userPrincipalName: row.successor_upn,
          },
        },
});
