import type { Person } from '../../contract/people.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import type { Step } from '../../server/flow/branchRules.ts';
import { insertExecutions, type Checkpoint, type NewExecution } from '../../server/flow/executionStore.ts';
import { insertDeliveries, insertOrders } from '../../server/messages/deliveries/deliveryStore.ts';
import { insertTokens } from '../../server/messages/deliveries/tokens.ts';
import { insertNotifications } from '../../server/messages/notifications/notificationStore.ts';
import { notificationOf } from '../../server/requests/inboxOrder.ts';
import type { Submission } from '../../server/requests/requestRules.ts';
import { REQUEST_KIND } from '../../server/requests/requestSubject.ts';
import { insertRequests, type NewRequest } from '../../server/requests/requestStore.ts';

/**
 * Rows for tests of stores, written by the stores themselves. Every instant is small, so that differences are readable.
 */
export const NOW = 1_000_000;

export const aPerson = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  displayName: `${id[0]!.toUpperCase()}${id.slice(1)}`,
  email: `${id}@sandbox.test`,
  userPrincipalName: `${id}@sandbox.test`,
  ...more,
});

export const anExecution = (id: string, more: Partial<NewExecution> = {}): NewExecution => ({
  id,
  flowId: 'flow',
  flowVersion: 1,
  starter: aPerson('ada'),
  chatId: null,
  logId: null,
  title: null,
  variables: {},
  branches: [{ id: '0', nodeId: 'review', type: 'human', state: 'ready', visitKey: null, enteredAt: NOW }],
  startedAt: NOW,
  owner: 'seed',
  ...more,
});

export const requestIdOf = (executionId: string): string => `${executionId}-review`;

/** The request of an execution, with the same name. */
export function aRequest(executionId: string, more: Partial<NewRequest> = {}): NewRequest {
  return {
    id: requestIdOf(executionId),
    executionId,
    flowId: 'flow',
    visitKey: 'review',
    strategy: 'any',
    assigneeCount: 1,
    raisedAt: NOW,
    expiresAt: NOW + 1000,
    templateId: `t-${executionId}`,
    body: {
      prompt: 'Is it good?',
      inputType: 'text',
      label: 'Review',
      flowName: 'Flow',
      requester: aPerson('ada'),
      variables: [],
      chatId: null,
      chatContext: { chatName: 'Flow', recentMessages: [], totalMessages: 0 },
      channels: ['email'],
      fallback: [],
      requireIdentity: false,
      outputVariable: null,
    },
    ...more,
  };
}

/** Stores a request with everything that belongs to it. */
export async function raise(db: Db, request: NewRequest, people: string[], channels = ['email']): Promise<void> {
  await insertRequests(db, [{ ...request, assigneeCount: people.length }]);
  const { id: subjectId, raisedAt } = request;
  await insertNotifications(
    db,
    people.map((person) => notificationOf(request, aPerson(person))),
  );
  await insertOrders(
    db,
    channels.map((channel) => ({ kind: 'request', subjectId, channel, dueAt: raisedAt })),
  );
}

/** An execution with its request. */
export async function seedWaiting(
  db: Db,
  executionId: string,
  people: string[],
  more: Partial<NewRequest> = {},
): Promise<void> {
  await insertExecutions(db, [anExecution(executionId)]);
  await raise(db, aRequest(executionId, more), people);
}

/** A delivery by mail with its token, `t-<request>-<person>`. */
export async function seedToken(db: Db, requestId: string, person: string, expiresAt = NOW + 1000): Promise<string> {
  await insertDeliveries(
    db,
    [REQUEST_KIND],
    [{ kind: 'request', subjectId: requestId, person, channel: 'email' }],
    NOW,
  );
  const { id } = await db('deliveries').where({ subject_id: requestId, person }).first('id');
  const hash = `t-${requestId}-${person}`;
  await insertTokens(db, [{ hash, deliveryId: id, requestId, person, channel: 'email', createdAt: NOW, expiresAt }]);
  return hash;
}

export const aSubmission = (requestId: string, person: string, more: Partial<Submission> = {}): Submission => ({
  id: `${requestId}/${person}`,
  requestId,
  person,
  displayName: aPerson(person).displayName,
  payload: { isForm: false, values: { value: 'yes' }, note: '' },
  shown: [{ text: 'yes' }],
  channel: 'email',
  verifiedBy: 'token',
  ...more,
});

export const aStep = (visitKey: string, more: Partial<Step> = {}): Step => ({
  visitKey,
  nodeId: visitKey,
  status: 'completed',
  output: { n: 1 },
  assigned: null,
  summary: null,
  error: null,
  startedAt: NOW,
  endedAt: NOW + 1,
  ...more,
});

/** Puts an execution to sleep. */
export const aCheckpoint = (id: string, more: Partial<Checkpoint> = {}): Checkpoint => ({
  id,
  epoch: 1,
  logId: null,
  status: 'waiting',
  branches: '[]',
  wakeAt: null,
  endedAt: null,
  error: null,
  isHeld: false,
  steps: [],
  ...more,
});
