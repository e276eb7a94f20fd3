import type { Outcome, Question } from '../../contract/messages.ts';
import { titleOf } from '../../contract/titles.ts';
import type { VariableSpec } from '../../contract/variables.ts';

export const REQUEST_ID = '01JNABCDEFGHJKMNPQRSTVWXYZ-review';
export const WEB_URL = `https://handback.test/#/open/notifications/${REQUEST_ID}`;

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

const PROMPT = 'Approve the expense of 900 EUR?';

export const aQuestion = ({
  prompt = `${PROMPT}\nA train to the compiler conference in Paris, two nights.`,
  ...overrides
}: Partial<Question> = {}): Question => ({
  kind: 'question',
  requestId: REQUEST_ID,
  version: 1,
  flowName: 'Expense approval',
  requester: 'Grace Hopper',
  title: titleOf(undefined, prompt),
  prompt,
  facts: [],
  attachments: [],
  webUrl: WEB_URL,
  progress: null,
  inputType: 'approval',
  strategy: 'any',
  variables: [APPROVAL],
  chatContext: { chatName: '', recentMessages: [], totalMessages: 0 },
  expiresAt: '2026-03-02T14:30:00.000Z',
  ...overrides,
});

export const anOutcome = ({ prompt = PROMPT, ...overrides }: Partial<Outcome> = {}): Outcome => ({
  kind: 'outcome',
  requestId: REQUEST_ID,
  version: 2,
  flowName: 'Expense approval',
  requester: 'Grace Hopper',
  title: titleOf(undefined, prompt),
  prompt,
  facts: [],
  attachments: [],
  webUrl: WEB_URL,
  progress: null,
  status: 'completed',
  text: 'Alan Turing answered: Approve.',
  answers: [],
  at: '2026-03-01T14:40:00.000Z',
  where: 'Web client',
  ...overrides,
});

/** Where lists of what waits lead to. */
export const INBOX_LINK = { inboxUrl: 'https://handback.test/#/open/notifications' };
