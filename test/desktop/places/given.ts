import type { UserNotification } from '../../../contract/notifications.ts';
import type { RequestView } from '../../../contract/requests.ts';
import {
  ada,
  approvalSpec,
  chat,
  everyType,
  execution,
  flow,
  messages,
  notification,
  savedFlow,
  secret,
  template,
} from '../support/samples.ts';
import { assignments, log, sending, told, weekly } from '../support/assignmentSamples.ts';
import { noAudit, someAudit } from '../support/auditRoutes.ts';
import { emptyState, type StandInState } from '../support/standIn.ts';

const after = (ms: number): string => new Date(Date.now() + ms).toISOString();
const longWords = 'A question that goes on for a while, as those of careful people do. '.repeat(9);
const places = Array.from({ length: 200 }, (_, n) => ({ value: `p${n}`, label: `Place ${n}` }));

/** Created on each call, because the deadlines count from then. */
function questions() {
  const answered = { status: 'completed', closedReason: 'answered', respondedAt: after(-60_000) } as const;
  const approval = notification({
    id: 'approval',
    strategy: 'all',
    chatId: chat.id,
    attachments: [
      { label: 'Catalogue', kind: 'link', url: `https://erp.test/${'x'.repeat(90)}` },
      {
        label: 'Offer',
        kind: 'file',
        file: { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: `${'o'.repeat(90)}.pdf`, size: 2048, type: 'application/pdf' },
      },
      { label: 'Second offer', kind: 'file', file: null },
    ],
    chatContext: { chatName: 'Office', totalMessages: 9, recentMessages: [{ role: 'user', content: 'Hello there' }] },
  });
  const form = notification({ id: 'form', chatId: chat.id, inputType: 'form', expiresAt: after(1_200_000) });
  const many = notification({ id: 'many', inputType: 'form', flowName: 'Where to go' });
  const sure = notification({ id: 'sure', inputType: 'choice', expiresAt: after(30_000_000) });
  const others = [
    notification({ id: 'soon', expiresAt: after(10_000_000) }),
    notification({ id: 'text', inputType: 'text', prompt: `${longWords}https://handback.test/${'x'.repeat(90)}` }),
    notification({ id: 'done', chatId: chat.id, ...answered, response: 'approved', outcome: 'Approved' }),
    notification({ id: 'by-others', ...answered, answeredBy: 'Grace Hopper', outcome: 'Rejected' }),
    notification({ id: 'late', status: 'expired', closedReason: 'timed_out' }),
    notification({ id: 'stopped', status: 'expired', closedReason: 'cancelled' }),
    sure,
  ];
  return { approval, form, many, sure, all: [approval, form, many, ...others] };
}

const request = (id: string, asked: UserNotification): RequestView => ({
  id,
  executionId: asked.executionId,
  flowId: flow.id,
  nodeId: 'review',
  title: asked.title,
  prompt: asked.prompt,
  inputType: 'approval',
  strategy: 'all',
  status: 'waiting',
  raisedAt: after(-60_000),
  expiresAt: asked.expiresAt,
  closedAt: null,
  outcome: null,
  askedAs: { kind: 'group', name: 'Facilities' },
  next: [
    { when: { kind: 'answer', field: 'value', values: ['approved'] }, places: [{ kind: 'node', name: longWords }] },
    { when: { kind: 'answer', field: 'value', values: ['rejected'] }, places: [{ kind: 'end' }] },
    { when: { kind: 'timeout' }, places: [{ kind: 'failure' }] },
  ],
  mayOpen: { execution: true, flow: true },
  counts: { assignees: 5, responses: 1 },
  assignees: [{ ...ada, displayName: 'Grace Hopper', respondedAt: after(-9000), answer: 'Rejected', channel: 'slack' }],
  deliveries: [],
});

/** A tenant with one of everything that can be shown; a new one each time. */
export function everything(): StandInState {
  const { approval, form, many, sure, all } = questions();
  return structuredClone({
    ...emptyState(),
    notifications: all,
    templates: {
      [approval.promptTemplateId]: template(approval, [approvalSpec]),
      [form.promptTemplateId]: template(form, everyType),
      [sure.promptTemplateId]: template(sure, [
        {
          ...approvalSpec,
          variant: 'buttons',
          autoSubmitOnSelect: true,
          options: [{ value: 'stay' }, { value: 'end', label: 'Close the office for good', confirm: true }],
        },
      ]),
      [many.promptTemplateId]: template(many, [
        { name: 'place', type: 'select', label: 'Place', options: places },
        { name: 'others', type: 'multiselect', label: 'Other places', options: places },
      ]),
    },
    requests: { [approval.id]: request(approval.id, approval), 'by-others': request('by-others', approval) },
    flows: [flow],
    definitions: { [flow.id]: savedFlow },
    chats: [chat],
    messages,
    executions: [
      execution(),
      execution({
        id: 'failed',
        status: 'failed',
        waitingFor: [],
        error: { code: 'x', message: 'Nobody could be asked, because the directory did not answer.' },
        context: { review: { value: 'approved' } },
      }),
    ],
    assignments: assignments(),
    sendings: [sending({ id: 'sending' }), sending({ id: 'weekly', ...weekly })],
    occurrences: [
      { at: '2026-02-23T08:00:00.000Z', outcome: 'made', reason: null, people: 43_000, isUnderWay: true },
      { at: '2026-02-16T08:00:00.000Z', outcome: 'missed', reason: null, people: 0, isUnderWay: false },
      {
        at: '2026-02-09T08:00:00.000Z',
        outcome: 'skipped',
        reason: 'sender_without_chat',
        people: 0,
        isUnderWay: false,
      },
      { at: '2026-02-02T08:00:00.000Z', outcome: 'made', reason: 'over', people: 12, isUnderWay: false },
    ],
    told: told(),
    logs: [log()],
    secrets: [secret({}), secret({ name: `key-${'x'.repeat(58)}`, flows: [] })],
    ...noAudit(),
    audit: someAudit(),
    roles: ['author'],
  } satisfies StandInState);
}

/** A refusal by the server that people cannot resolve. */
export const refusing = (path: string): Partial<StandInState> => ({
  refusals: { [path]: { code: 'forbidden', status: 403 } },
});

/** A draft, as the browser stores it. */
export const draftOf = (id: string): Record<string, unknown> => ({
  [`handback.draft.${ada.userPrincipalName}:${id}`]: { values: { value: 'approved' }, note: 'As we said.' },
});

export const definitionOf = (flowId: string, unsaved: { text: string; madeOn: number }): Record<string, unknown> => ({
  [`handback.definition.${ada.userPrincipalName}:${flowId}`]: unsaved,
});

export const newChatOf = (name: string): Record<string, unknown> => ({
  [`handback.chat.${ada.userPrincipalName}:`]: { base: null, values: { name } },
});

/** Pending answers, one that can be undone and two that were refused, as the browser stores them. */
export const answersOnTheirWay = (...requestIds: string[]): Record<string, unknown> =>
  Object.fromEntries(
    requestIds.map((requestId, index) => [
      `handback.outbox.${ada.userPrincipalName}:${requestId}`,
      {
        requestId,
        flowName: 'Expense approval',
        words: 'Approve',
        body: 'approved',
        key: requestId,
        givenAt: index,
        dueAt: Date.now() + 60_000, // held for longer means that a clock was set back
        refusal: [null, 'request_closed', 'validation_failed'][index],
      },
    ]),
  );

/** A question that takes files from document libraries and drives. */
export function filed(): Partial<StandInState> {
  const asked = notification({ id: 'filed', inputType: 'form' });
  const hosts = ['sandbox.sharepoint.com', 'sandbox-my.sharepoint.com'];
  const specs = [{ name: 'receipt', type: 'file' as const, label: 'Receipt', validation: { hosts } }];
  return { notifications: [asked], templates: { [asked.promptTemplateId]: template(asked, specs) } };
}
