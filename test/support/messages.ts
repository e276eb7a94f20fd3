import type { Outcome, Question } from '../../contract/messages.ts';
import type { VariableSpec } from '../../contract/variables.ts';

export const REQUEST_ID = '01JNABCDEFGHJKMNPQRSTVWXYZ-review';
export const WEB_URL = `https://handback.test/#/notifications/${REQUEST_ID}`;

export const APPROVAL: VariableSpec = {
  name: 'value',
  type: 'select',
  required: true,
  variant: 'buttons',
  options: [
    { value: 'approved', label: 'Approve' },
    { value: 'rejected', label: 'Reject' },
  ],
};

export const aQuestion = (overrides: Partial<Question> = {}): Question => ({
  kind: 'question',
  requestId: REQUEST_ID,
  version: 1,
  flowName: 'Expense approval',
  requester: 'Grace Hopper',
  prompt: 'Approve the expense of 900 EUR?\nA train to the compiler conference in Paris, two nights.',
  webUrl: WEB_URL,
  progress: null,
  inputType: 'approval',
  strategy: 'any',
  variables: [APPROVAL],
  chatContext: { chatName: '', recentMessages: [], totalMessages: 0 },
  expiresAt: '2026-03-02T14:30:00.000Z',
  ...overrides,
});

export const anOutcome = (overrides: Partial<Outcome> = {}): Outcome => ({
  kind: 'outcome',
  requestId: REQUEST_ID,
  version: 2,
  flowName: 'Expense approval',
  requester: 'Grace Hopper',
  prompt: 'Approve the expense of 900 EUR?',
  webUrl: WEB_URL,
  progress: null,
  status: 'completed',
  text: 'Alan Turing answered: Approve.',
  answers: [],
  at: '2026-03-01T14:40:00.000Z',
  where: 'Web client',
  ...overrides,
});
