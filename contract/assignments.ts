import { z } from 'zod';
import { Flag } from './flows.ts';
import { Ulid, pageLimit } from './ids.ts';
import { Group, Person } from './people.ts';
import { readText } from './readText.ts';
import { Json } from './values.ts';

/** The states of an assignment (behaviour 3.3); all but the first two are terminal. */
export const ASSIGNMENT_STATUSES = [
  'pending',
  'in_progress',
  'completed',
  'failed',
  'cancelled',
  'rejected',
  'delegated',
  'expired',
] as const;
export const AssignmentStatus = z.enum(ASSIGNMENT_STATUSES);
export type AssignmentStatus = z.infer<typeof AssignmentStatus>;

/** When an assignment is done (behaviour 2.8). */
export const CRITERIA = [
  'chat_visited',
  'chat_engaged',
  'flow_started',
  'flow_completed',
  'flow_passed',
  'manual',
] as const;
export const Criterion = z.enum(CRITERIA);
export type Criterion = z.infer<typeof Criterion>;

/** What an assignee can do with an assignment. */
export const ASSIGNEE_ACTIONS = ['start', 'resume', 'retry', 'complete', 'delegate', 'decline'] as const;
export const AssigneeAction = z.enum(ASSIGNEE_ACTIONS);
export type AssigneeAction = z.infer<typeof AssigneeAction>;

/** What its sender and administrators can do with it. */
export const SENDER_ACTIONS = ['remind', 'cancel', 'reassign'] as const;
export const SenderAction = z.enum(SENDER_ACTIONS);
export type SenderAction = z.infer<typeof SenderAction>;

/** Why the sender or an administrator ended it. */
export const CANCEL_REASONS = ['revoked', 'reassigned'] as const;

export const Assignment = z
  .object({
    id: z.string(),
    sendingId: z.string(),
    chatId: z.string(),
    name: z.string().describe('the name of the chat when it was assigned'),
    note: z.string().nullable().describe('the note from the sender to the assignees'),
    assignee: Person,
    creator: Person,
    group: Group.pick({ id: true, displayName: true })
      .nullable()
      .describe('the group through which the assignee got it'),
    status: AssignmentStatus,
    version: z.int().describe('increases with each change'),
    criterion: Criterion,
    dueAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    isOverdue: z.boolean().describe('open and past its due date'),
    retryBudget: z.int(),
    retriesLeft: z.int(),
    attempt: z.int().describe('from 1; 0 until it is started'),
    hasAttemptFailed: z.boolean(),
    allowDelegation: z.boolean(),
    allowRejection: z.boolean(),
    chatVersion: z.int().nullable().describe('the pinned version; null: follows the newest'),
    /** Behaviour 2.8: `__assignmentPassed` and `__assignmentOutcome` of the latest attempt. */
    passed: z.boolean().nullable(),
    outcome: Json.nullable(),
    reason: z.string().nullable().describe('the reason for declining, delegating or cancelling it'),
    cancelledBy: z.enum(CANCEL_REASONS).nullable(),
    predecessorId: z.string().nullable().describe('the assignment that this one continues'),
    successor: z
      .object({ id: z.string(), assignee: Person })
      .nullable()
      .describe('the assignment that continues this one, and its assignee'),
    logId: z.string().nullable().describe('the log of the latest attempt; null until it is started'),
    createdAt: z.string(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    remindedAt: z.string().nullable(),
    isUnreached: z
      .boolean()
      .optional()
      .describe('for its sender and administrators: not started, and no message about it has reached the assignee'),
    actions: z.array(AssigneeAction).describe('the actions open to the caller now as its assignee'),
    senderActions: z
      .array(SenderAction)
      .describe('the actions open to the caller now as its sender or an administrator'),
  })
  .meta({ id: 'Assignment' });
export type Assignment = z.infer<typeof Assignment>;

/** Which assignments a list shows. `inbound`: the caller's own; `outbound`: those the caller has sent. */
const filters = {
  direction: z.enum(['inbound', 'outbound']).default('inbound'),
  tab: z.enum(['active', 'history']).optional().describe('open or closed ones'),
  status: AssignmentStatus.optional(),
  criterion: Criterion.optional(),
  overdue: Flag.optional(),
  sendingId: Ulid.optional(),
  chatId: Ulid.optional(),
  search: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('words that must all occur in the name of the chat or of the other person'),
};
export const AssignmentFilter = z.strictObject(filters);
export type AssignmentFilter = z.infer<typeof AssignmentFilter>;

/** Newest first. With `search`, a page may be short or empty and still have a next one. */
export const AssignmentQuery = z.strictObject({
  ...filters,
  limit: pageLimit(),
  cursor: z.string().max(500).optional(),
});

const Reason = readText(2000);

export const DeclineBody = z.strictObject({ reason: Reason.optional() }).meta({ id: 'DeclineBody' });
export const DelegateBody = z
  .strictObject({
    to: z.string().trim().min(1).max(320).describe('object id, e-mail address or user principal name'),
    reason: Reason.optional(),
  })
  .meta({ id: 'DelegateBody' });
export const CancelBody = z.strictObject({ reason: Reason.optional() }).meta({ id: 'CancelBody' });

/** One action on several assignments. */
export const MOST_IN_BULK = 200;
export const BulkBody = z
  .strictObject({
    action: z.enum(['remind', 'cancel']),
    ids: z.array(Ulid).min(1).max(MOST_IN_BULK),
    reason: Reason.optional(),
  })
  .meta({ id: 'AssignmentBulkBody' });

export const BulkResult = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      done: z.boolean(),
      code: z.string().nullable().describe('the code of the problem, if it was not done'),
      detail: z.string().nullable(),
    }),
  ),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** The events that assignment messages report. */
export const ASSIGNMENT_NOTICES = [
  'assigned',
  'due_soon',
  'overdue',
  'reminder',
  'delegated',
  'rejected',
  'completed',
  'failed',
  'cancelled',
  'expired',
] as const;
export const AssignmentNoticeKind = z.enum(ASSIGNMENT_NOTICES);
export type AssignmentNoticeKind = z.infer<typeof AssignmentNoticeKind>;

/** One person's record of an event on an assignment they hold or sent. */
export const AssignmentNotification = z
  .object({
    id: z.string(),
    kind: AssignmentNoticeKind,
    scope: z.enum(['inbound', 'outbound']).describe('inbound: assigned to the caller; outbound: sent by them'),
    isRead: z.boolean(),
    at: z.string(),
    assignment: Assignment.describe('in its current state'),
  })
  .meta({ id: 'AssignmentNotification' });
export type AssignmentNotification = z.infer<typeof AssignmentNotification>;

export const AssignmentNotificationQuery = z.strictObject({
  scope: z.enum(['inbound', 'outbound']).optional(),
  unread: Flag.optional(),
  limit: pageLimit(),
  cursor: z.string().max(500).optional(),
});

/** The caller's assignment counters. */
export const AssignmentCounts = z.object({
  active: z.int().describe('open ones assigned to the caller'),
  overdue: z.int(),
  unread: z.object({ inbound: z.int(), outbound: z.int() }),
});
export type AssignmentCounts = z.infer<typeof AssignmentCounts>;

/** Marks all as read, or all of one scope. */
export const ReadAllBody = z.strictObject({ scope: z.enum(['inbound', 'outbound']).optional() });
