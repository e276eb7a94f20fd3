import { ROUTES } from '../../contract/routes.ts';
import { assignmentCalls } from '../api/assignmentCalls.ts';
import { auditCalls } from '../api/auditCalls.ts';
import { chatCalls } from '../api/chatCalls.ts';
import { executionCalls, flowCalls, inboxCalls } from '../api/inboxCalls.ts';
import { settingCalls } from '../api/settingCalls.ts';
import { ALAN, assignOne, done, GRACE } from '../assignments/support.ts';
import { asking, mailedLink, notificationOf, publish } from '../scenarios/support.ts';
import type { Client, TestProduct } from '../support/product.ts';

export interface Call {
  by: string;
  path: string;
  body?: unknown;
  form?: URLSearchParams;
  bytes?: string;
}

/** One object for every route, and a call of each route, by method and path; each call would be allowed. */
export async function prepareCalls(product: TestProduct): Promise<Record<string, Call>> {
  const [ada, grace] = (await Promise.all(['ada', 'grace'].map((who) => product.as(`${who}@sandbox.test`)))) as [
    Client,
    Client,
  ];
  const variables = [
    { name: 'item', type: 'select', optionsSource: { url: 'https://localhost:9/items' } },
    { name: 'why', type: 'text' },
    { name: 'proof', type: 'file' },
  ];
  const human = { inputType: 'form', prompt: '?', assignees: { users: ['grace@sandbox.test'] }, variables };
  const definition = asking({ id: 'faults', human });
  await publish(ada, definition);
  const execution = await product.run(ada, 'faults');
  await product.reached(ada, execution, 'waiting');
  await product.product.services.background.loops.tick(Date.now());
  const request = `${execution}-ask`;
  const token = new URL(await mailedLink(product, 'grace@sandbox.test', request)).searchParams.get('token')!;
  const template = (await notificationOf(product, grace, request)).promptTemplateId;
  const chat = (await ada.call<{ id: string }>('POST', '/chats', { name: 'Ours' })).body.id;
  const secret = { value: 'long enough', flows: [] };
  await ada.call('PUT', '/secrets/mine', secret);
  const view = (await ada.call<{ id: string }>('POST', '/user/views', { name: 'All', filter: {} })).body.id;
  const answer = { values: { why: 'So' } };
  const access = (await ada.call<object>('GET', '/flows/faults/access')).body;
  const assigned = await prepareAssignment(ada, grace);
  return {
    ...flowCalls('faults'),
    ...chatCalls(chat),
    ...executionCalls(execution, execution),
    ...inboxCalls({ request, toWithdraw: request, view }),
    'GET /user/notifications': { by: 'grace', path: '/user/notifications' },
    'PATCH /user/notifications/:id/read': { by: 'grace', path: `/user/notifications/${request}/read` },
    'POST /user/notifications/:id/respond': {
      by: 'grace',
      path: `/user/notifications/${request}/respond`,
      body: answer,
    },
    'GET /prompts/:id': { by: 'grace', path: `/prompts/${template}` },
    'GET /prompts/:id/options/:variable': { by: 'grace', path: `/prompts/${template}/options/item` },
    'POST /flow/human-response': {
      by: 'grace',
      path: '/flow/human-response',
      body: { executionId: execution, nodeId: 'ask', ...answer },
    },
    'GET /flow/external-response': { by: '', path: `/flow/external-response?token=${token}` },
    'POST /flow/external-response': {
      by: '',
      path: '/flow/external-response',
      form: new URLSearchParams({ token, f_why: 'So', step: 'answer' }),
    },
    'POST /flows': { by: 'ada', path: '/flows', body: { ...definition, id: 'faults-2' } },
    'PUT /flows/:id': { by: 'ada', path: '/flows/faults', body: definition },
    'PUT /flows/:id/access': { by: 'ada', path: '/flows/faults/access', body: access },
    'POST /flows/:id/executions': { by: 'ada', path: '/flows/faults/executions', body: {} },
    'GET /requests/:id': { by: 'ada', path: `/requests/${request}` },
    'POST /chats': { by: 'ada', path: '/chats', body: { name: 'Mine' } },
    'PUT /chats/:id': { by: 'ada', path: `/chats/${chat}`, body: { name: 'Ours', users: [] } },
    'POST /chats/:id/messages': { by: 'ada', path: `/chats/${chat}/messages`, body: { content: 'Hi' } },
    'POST /chats/:id/messages/:messageId/stop': {
      by: 'ada',
      path: `/chats/${chat}/messages/01ARZ3NDEKTSV4RRFFQ69G5FAV/stop`,
    },
    ...assigned,
    ...settingCalls('ada', product.url),
    'POST /files': {
      by: 'grace',
      path: `/files?${new URLSearchParams({ requestId: request, variable: 'proof', name: 'x.txt' })}`,
      bytes: 'proof',
    },
    'GET /secrets': { by: 'ada', path: '/secrets' },
    'PUT /secrets/:name': { by: 'ada', path: '/secrets/other', body: secret },
    'DELETE /secrets/:name': { by: 'ada', path: '/secrets/mine' },
    ...auditCalls('ada'),
    'GET /me/profile': { by: 'ada', path: '/me/profile' },
    'POST /me/profile': { by: 'ada', path: '/me/profile', body: { timeZone: 'Europe/Berlin' } },
    'GET /directory/profiles': { by: 'ada', path: '/directory/profiles?ids=10000000-0000-4000-8000-000000000003' },
    'POST /search': { by: 'ada', path: '/search', body: { query: 'holidays' } },
    'POST /sign-out': { by: 'ada', path: '/sign-out' },
    'GET /files/:id': { by: 'grace', path: '/files/01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  };
}

/** Senders do what senders may do, and the assignee the rest. */
async function prepareAssignment(ada: Client, grace: Client): Promise<Record<string, Call>> {
  const terms = { criterion: 'manual' as const, allowDelegation: true, allowRejection: true };
  const { id: assignment, sendingId: sending } = await assignOne(ada, grace, terms);
  const { logId } = await done(grace, assignment, 'start');
  const notice = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const world = { assignment, sending, log: logId!, notice, assignee: GRACE, heldBefore: ALAN };
  const { 'POST /assignments/preview': _, ...calls } = assignmentCalls(world); // only reads the directory
  const isSenders = (name: string) =>
    ROUTES.some(({ method, path, access }) => `${method} ${path}` === name && access === 'sender');
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { ...call, by: isSenders(name) ? 'ada' : 'grace' }]),
  );
}
