import { z } from 'zod';

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

/** What an assignee can do about an assignment. */
export const ASSIGNEE_ACTIONS = ['start', 'resume', 'retry', 'complete', 'delegate', 'decline'] as const;
export type AssigneeAction = (typeof ASSIGNEE_ACTIONS)[number];
