import type { Chat, ChatMessage } from '../../../contract/chats.ts';
import type { ExecutionView } from '../../../contract/executions.ts';
import type { FlowSummary, SavedFlow } from '../../../contract/flows.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { PromptTemplate } from '../../../contract/requests.ts';
import type { SecretSummary } from '../../../contract/secrets.ts';
import { asShown, type VariableSpec } from '../../../contract/variables.ts';
import { titleOf } from '../../../contract/titles.ts';

const HOUR_MS = 3_600_000;
const after = (ms: number): string => new Date(Date.now() + ms).toISOString();
/** The time of everything before the tests; only future times count from now. */
const LONG_AGO = '2026-02-27T09:30:00.000Z';
export const EXECUTION = '01JZ0000000000000000000000';

export const ada = {
  id: '10000000-0000-4000-8000-000000000001',
  displayName: 'Ada Lovelace',
  email: 'ada@sandbox.test',
  userPrincipalName: 'ada@sandbox.test',
};

const PROMPT = 'Linus Torvalds wants to spend 1,250 € on a standing desk.\n\nIs that all right?';

/** A pending approval, with changes. */
export function notification({
  prompt = PROMPT,
  ...change
}: Partial<UserNotification> & { id: string }): UserNotification {
  return {
    executionId: EXECUTION,
    flowId: 'expense-approval',
    nodeId: 'review',
    email: 'ada@sandbox.test',
    title: titleOf(undefined, prompt),
    prompt,
    facts: [],
    attachments: [],
    inputType: 'approval',
    options: ['approved', 'rejected'],
    promptTemplateId: `template-${change.id}`,
    chatId: null,
    logId: null,
    chatContext: { chatName: '', recentMessages: [], totalMessages: 0 },
    status: 'pending',
    expiresAt: after(26 * HOUR_MS),
    isRead: false,
    response: null,
    meta: {
      label: 'Expense approval',
      variables: [
        {
          name: 'value',
          label: 'value',
          type: 'select',
          options: [
            { value: 'approved', label: 'Approve' },
            { value: 'rejected', label: 'Reject' },
          ],
        },
      ],
    },
    createdAt: after(-5 * 60_000),
    flowName: 'Expense approval',
    requester: 'Linus Torvalds',
    requesterId: '10000000-0000-4000-8000-000000000010',
    strategy: 'any',
    respondedAt: null,
    answeredBy: null,
    closedReason: null,
    outcome: null,
    answeredIn: null,
    progress: null,
    ...change,
  };
}

export function template(of: UserNotification, variableSpecs: VariableSpec[]): PromptTemplate {
  return {
    id: of.promptTemplateId,
    requestId: of.id,
    prompt: of.prompt,
    inputType: of.inputType,
    variableSpecs: variableSpecs.map(asShown),
    expiresAt: of.expiresAt,
  };
}

export const approvalSpec: VariableSpec = {
  name: 'value',
  type: 'select',
  required: true,
  options: [
    { value: 'approved', label: 'Approve' },
    { value: 'rejected', label: 'Reject' },
  ],
};

/** One field of every type, like the incident report. */
export const everyType: VariableSpec[] = [
  {
    name: 'title',
    type: 'text',
    label: 'What happened?',
    required: true,
    placeholder: 'In one line',
    validation: { max: 80 },
  },
  { name: 'details', type: 'textarea', label: 'Details', description: 'As much as you remember.' },
  {
    name: 'severity',
    type: 'select',
    label: 'Severity',
    required: true,
    options: [
      {
        label: 'Serious',
        options: [
          { value: 'high', label: 'High', description: 'People cannot work', icon: '🔥' },
          { value: 'critical', label: 'Critical', disabled: true },
        ],
      },
      { label: 'Less so', options: [{ value: 'low', label: 'Low' }] },
    ],
  },
  {
    name: 'areas',
    type: 'multiselect',
    label: 'Areas',
    options: [
      { value: 'web', label: 'Web' },
      { value: 'mail', label: 'Mail' },
      { value: 'phone', label: 'Phone' },
    ],
  },
  { name: 'people', type: 'number', label: 'People affected', required: true, validation: { min: 0, max: 5000 } },
  { name: 'isOver', type: 'boolean', label: 'Is it over?' },
  { name: 'day', type: 'date', label: 'Day', required: true },
  { name: 'at', type: 'time', label: 'Time' },
  { name: 'noticedAt', type: 'datetime', label: 'Noticed at' },
  { name: 'mood', type: 'range', label: 'How bad is the mood?', validation: { min: 0, max: 10 } },
  {
    name: 'code',
    type: 'string',
    label: 'Incident number',
    validation: { regex: 'INC-\\d+', message: 'A number looks like INC-123.' },
  },
  { name: 'pin', type: 'password', label: 'Pin' },
  { name: 'owner', type: 'user', label: 'Owner' },
  { name: 'helpers', type: 'multiuser', label: 'Helpers' },
  { name: 'team', type: 'group', label: 'Team' },
  { name: 'teams', type: 'multigroup', label: 'Other teams' },
  { name: 'photo', type: 'file', label: 'Photo' },
  { name: 'steps', type: 'hierarchy', label: 'Steps' },
  {
    name: 'costs',
    type: 'table',
    label: 'Costs',
    columns: [
      { name: 'what', type: 'text', label: 'What', required: true },
      { name: 'amount', type: 'number', label: 'Amount' },
      { name: 'paid', type: 'boolean', label: 'Paid' },
    ],
  },
  { name: 'source', type: 'hidden', value: 'web' },
];

export const flow: FlowSummary = {
  id: 'expense-approval',
  name: 'Expense approval',
  description: 'Asks for one signature, whatever the amount, and goes on with the answer.',
  version: 3,
  updatedAt: LONG_AGO,
  variables: [{ name: 'amount', type: 'number', label: 'Amount in €', required: true, validation: { min: 1 } }],
  retiredAt: null,
  may: { start: true, read: true, change: true, share: true },
};

/** Asks, asks again while the answer is unclear, and reports the result. */
export const savedFlow: SavedFlow = {
  id: 'expense-approval',
  name: 'Expense approval',
  nodes: [
    { id: 'begin', type: 'start', name: 'Start', config: { variables: flow.variables } },
    { id: 'review', type: 'human', name: 'Ask for a signature', config: { inputType: 'approval', prompt: 'Sign?' } },
    { id: 'isClear', type: 'condition', name: 'Is that clear?', config: { expression: 'review.value' } },
    { id: 'tell', type: 'message', name: 'Tell everybody', config: { text: 'Signed.' } },
    { id: 'end', type: 'end', name: 'Done', config: {} },
  ],
  edges: [
    { from: 'begin', to: 'review' },
    { from: 'review', to: 'isClear' },
    { from: 'review', to: 'end', on: 'timeout' },
    { from: 'isClear', to: 'tell', when: "review.value = 'approved'" },
    { from: 'isClear', to: 'review' },
    { from: 'tell', to: 'end' },
  ],
  version: 3,
  updatedAt: LONG_AGO,
  updatedBy: ada,
  retiredAt: null,
};

export const execution = (change: Partial<ExecutionView> = {}): ExecutionView => ({
  id: EXECUTION,
  flowId: 'expense-approval',
  flowName: 'Expense approval',
  title: 'Expense 1,250.00 - Ada Lovelace',
  flowVersion: 3,
  status: 'waiting',
  startedBy: ada,
  startedAt: after(-5 * 60_000),
  endedAt: null,
  chatId: null,
  logId: null,
  may: { cancel: true, retry: true, readFlow: true },
  error: null,
  waitingFor: [
    {
      nodeId: 'review',
      type: 'human',
      requestId: `${EXECUTION}-review`,
      people: [ada],
      peopleCount: 1,
      answered: 0,
      unreached: { people: [ada], hasMore: false },
      until: after(26 * HOUR_MS),
    },
  ],
  timeline: [
    {
      nodeId: 'begin',
      name: 'Start',
      type: 'start',
      status: 'completed',
      startedAt: after(-5 * 60_000),
      endedAt: after(-5 * 60_000),
      summary: 'amount: 1250',
      error: null,
    },
    {
      nodeId: 'review',
      name: 'Ask for a signature',
      type: 'human',
      status: 'waiting',
      startedAt: after(-5 * 60_000),
      endedAt: null,
      summary: null,
      error: null,
    },
  ],
  ...change,
});

export const chat: Chat = {
  id: 'office',
  name: 'Office supplies',
  instructions: '',
  flowId: 'expense-approval',
  isFlowRetired: false,
  users: [],
  assistant: { enabled: false, instructions: '' },
  version: 1,
  createdBy: ada.id,
  updatedAt: LONG_AGO,
  retiredAt: null,
  may: { use: true, assign: true, change: true },
};

/** Takes changes. */
export const secret = (change: Partial<SecretSummary>): SecretSummary => ({
  name: 'crm-key',
  flows: ['expense-approval'],
  owner: ada,
  updatedAt: LONG_AGO,
  ...change,
});

/** One of each role, newest first. */
export const messages: ChatMessage[] = (['system', 'ai', 'user'] as const).map((role, index) => ({
  id: role,
  role,
  content: `What ${role} says, with a link: https://handback.test/${role}`,
  at: `2026-02-27T0${9 - index}:30:00.000Z`,
  executionId: null,
}));
