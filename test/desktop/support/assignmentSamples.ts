import type { Assignment, AssignmentNotification } from '../../../contract/assignments.ts';
import type { ChatLog } from '../../../contract/chats.ts';
import type { Sending } from '../../../contract/sendings.ts';
import { ada, chat } from './samples.ts';

const LONG_AGO = '2026-02-27T09:30:00.000Z';
const grace = { ...ada, id: '10000000-0000-4000-8000-000000000002', displayName: 'Grace Hopper' };

/** An assignment of Ada's in progress, with changes. */
export const assignment = (change: Partial<Assignment> & { id: string }): Assignment => ({
  sendingId: 'sending',
  chatId: chat.id,
  name: 'Read the policy',
  note: 'Please read it until the end, and ask where it is not clear.',
  assignee: ada,
  creator: grace,
  group: { id: 'g', displayName: 'Finance' },
  status: 'in_progress',
  version: 2,
  criterion: 'manual',
  dueAt: '2030-02-27T09:30:00.000Z',
  expiresAt: null,
  isOverdue: false,
  retryBudget: 0,
  retriesLeft: 0,
  attempt: 1,
  hasAttemptFailed: false,
  allowDelegation: true,
  allowRejection: true,
  chatVersion: null,
  passed: null,
  outcome: null,
  reason: null,
  cancelledBy: null,
  predecessorId: null,
  successor: null,
  logId: 'log',
  createdAt: LONG_AGO,
  startedAt: LONG_AGO,
  endedAt: null,
  remindedAt: null,
  actions: ['resume', 'complete', 'delegate', 'decline'],
  senderActions: [],
  ...change,
});

export const failedQuiz: Partial<Assignment> = {
  name: 'A quiz',
  note: null,
  criterion: 'flow_passed',
  retryBudget: 2,
  retriesLeft: 1,
  attempt: 2,
  hasAttemptFailed: true,
  isOverdue: true,
  passed: false,
  outcome: { score: 3, of: 5 },
  actions: ['retry'],
};

/** Waiting ones and finished ones. */
export const assignments = (): Assignment[] => [
  assignment({ id: 'policy' }),
  assignment({ id: 'quiz', ...failedQuiz }),
  assignment({
    id: 'handed',
    status: 'delegated',
    reason: 'Grace knows more about it.',
    successor: { id: 'next', assignee: grace },
    endedAt: LONG_AGO,
    actions: [],
  }),
  assignment({
    id: 'graces',
    assignee: grace,
    creator: ada,
    logId: null,
    actions: [],
    senderActions: ['remind', 'cancel', 'reassign'],
    isUnreached: true,
  }),
];

const progress = {
  pending: 4,
  in_progress: 3,
  completed: 9,
  failed: 1,
  cancelled: 0,
  rejected: 1,
  delegated: 0,
  expired: 0,
};

export const sending = (change: Partial<Sending> & { id: string }): Sending => ({
  chatId: chat.id,
  name: 'Read the policy',
  note: null,
  creator: ada,
  createdAt: LONG_AGO,
  principals: [
    { kind: 'group', id: 'g', displayName: 'Finance' },
    { kind: 'user', id: grace.id, displayName: 'Grace Hopper' },
  ],
  criterion: 'manual',
  chatVersion: null,
  dueAt: '2030-02-27T09:30:00.000Z',
  expiresAt: null,
  retryBudget: 0,
  allowDelegation: true,
  allowRejection: true,
  recurrence: null,
  total: 18,
  progress,
  overdue: 2,
  isBeingCancelled: false,
  ...change,
});

export const weekly: Partial<Sending> = {
  name: 'Weekly checklist',
  recurrence: { cron: '0 9 * * 1', timeZone: 'Europe/Berlin', next: ['2030-01-07T08:00:00.000Z'], endedAt: null },
};

export const told = (): AssignmentNotification[] => [
  {
    id: 'told',
    kind: 'assigned',
    scope: 'inbound',
    isRead: false,
    at: LONG_AGO,
    assignment: assignment({ id: 'policy' }),
  },
  {
    id: 'soon',
    kind: 'due_soon',
    scope: 'inbound',
    isRead: true,
    at: LONG_AGO,
    assignment: assignment({ id: 'quiz', ...failedQuiz }),
  },
  {
    id: 'no',
    kind: 'rejected',
    scope: 'outbound',
    isRead: true,
    at: LONG_AGO,
    assignment: assignment({ id: 'graces' }),
  },
];

export const muchTold = (): AssignmentNotification[] => {
  const [first] = told();
  return Array.from({ length: 7 }, (_, n) => ({ ...first!, id: `told-${n}` }));
};

export const log = (change: Partial<ChatLog> = {}): ChatLog => ({
  id: 'log',
  chatId: chat.id,
  name: 'Read the policy',
  instructions: '',
  flowId: null,
  isFlowRetired: false,
  isChatRetired: false,
  assistant: { enabled: false },
  assignmentId: 'policy',
  attempt: 1,
  createdAt: LONG_AGO,
  mayWrite: true,
  ...change,
});
