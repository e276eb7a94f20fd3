import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { ROUTES, type Route } from '../../contract/routes.ts';
import type { Problem } from '../../contract/problem.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { answered, asking, mailedLink, notificationOf, publish } from '../scenarios/support.ts';
import { assign, done, newestOf as newestAssignment, user } from '../assignments/support.ts';
import { assignmentCalls } from './assignmentCalls.ts';
import { auditCalls } from './auditCalls.ts';
import { chatCalls } from './chatCalls.ts';
import { DIRECTORY_CALLS } from './directoryCalls.ts';
import { AUTHORING_CALLS, executionCalls, flowCalls, inboxCalls } from './inboxCalls.ts';
import { settingCalls, trialCalls } from './settingCalls.ts';
import { ALLOWED, CALLERS, OWNERS, PEOPLE, UNKNOWN, withAuditor, withSecondGuest, type CallerName } from './callers.ts';

/** Statuses of a refusal by access control; any other status comes from the handler. */
const SHUT = [401, 403, 404, 410];

interface Call {
  path: string;
  body?: unknown;
  form?: URLSearchParams;
}

describe('who may call what', () => {
  let folder: string;
  let sandbox: Sandbox;
  let product: TestProduct;
  const tokens: Partial<Record<CallerName, string>> = {};
  const world = {} as {
    execution: string;
    ended: string;
    request: string;
    template: string;
    chat: string;
    mailToken: string;
    otherMailToken: string;
    file: string;
    secret: string;
    assignment: string;
    sending: string;
    log: string;
    notice: string;
    view: string;
  };

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-authorization-'));
    sandbox = await startSandbox({ portBase: 0, tenant: withAuditor(withSecondGuest()) });
    const legal = sandbox.tenant.groups.find(({ displayName }) => displayName === 'Legal')!.id;
    const options = {
      sandbox,
      databaseUrl: `sqlite:${path.join(folder, 'test.db')}`,
      chats: true,
    };
    product = await startProduct(options);
    const { settings, live } = product.product.services;
    await settings.set('authorGroupIds', [legal], 'test');
    await live.refresh();
    for (const [name, email] of Object.entries(PEOPLE)) tokens[name as CallerName] = await sandbox.tokenFor(email);
    tokens.program = await sandbox.identity.issueForApp(`api://${product.config.directoryClientId}`);
    await prepareWorld();
  });
  after(async () => {
    await product?.close();
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** One of everything that a path can refer to. */
  async function prepareWorld(): Promise<void> {
    const [alan, grace, ken, radia] = (await Promise.all(
      ['alan', 'grace', 'ken', 'radia'].map((name) => product.as(`${name}@sandbox.test`)),
    )) as [Client, Client, Client, Client];
    const variables = [
      { name: 'item', type: 'select', optionsSource: { url: 'https://localhost:9/items' } },
      { name: 'why', type: 'text', validation: { min: 5 } },
      { name: 'proof', type: 'file' },
    ];
    const form = (id: string, users: string[]) =>
      asking({ id, human: { inputType: 'form', prompt: id, assignees: { users }, variables } });
    await publish(radia, form('matrix', ['grace@sandbox.test']));
    await publish(radia, form('matrix-other', ['ken@sandbox.test']));
    world.execution = await product.run(alan, 'matrix');
    world.ended = await product.run(alan, 'matrix');
    const other = await product.run(alan, 'matrix-other');
    for (const id of [world.execution, world.ended, other]) await product.reached(alan, id, 'waiting');
    world.request = `${world.execution}-ask`;
    world.mailToken = tokenIn(await mailedLink(product, 'grace@sandbox.test', world.request));
    world.otherMailToken = tokenIn(await mailedLink(product, 'ken@sandbox.test', `${other}-ask`));
    tokens.tokenHolder = world.otherMailToken;
    world.file = await upload(tokens.assignee!, world.request);
    await answered(grace, `${world.ended}-ask`, { values: { why: 'Because' } });
    await product.reached(alan, world.ended, 'completed');
    expect((await product.inbox(ken)).map(({ id }) => id)).to.deep.equal([`${other}-ask`]);
    world.template = (await notificationOf(product, grace, world.request)).promptTemplateId;
    expect((await radia.call('PUT', '/flows/matrix/access', { ...access(), version: 1 })).status).to.equal(200);
    const chat = await alan.call<{ id: string }>('POST', '/chats', { name: 'Ours', users: ['grace@sandbox.test'] });
    world.secret = 'matrix-key';
    world.chat = chat.body.id;
    world.view = (await grace.call<{ id: string }>('POST', '/user/views', { name: 'Hers', filter: {} })).body.id;
    await prepareAssignment({ alan, ken, grace });
  }

  async function prepareAssignment({ alan, ken, grace }: Record<'alan' | 'ken' | 'grace', Client>): Promise<void> {
    const terms = {
      criterion: 'chat_engaged' as const,
      allowDelegation: true,
      principals: [user(PEOPLE.otherAssignee!)],
    };
    world.sending = (await assign(alan, { id: world.chat }, terms)).sending.id;
    await done(ken, (await newestAssignment(ken)).id, 'delegate', { to: PEOPLE.assignee! });
    world.assignment = (await newestAssignment(grace)).id;
    world.log = (await done(grace, world.assignment, 'start')).logId!;
    const told = await grace.call<{ items: { id: string }[] }>('GET', '/assignments/notifications');
    world.notice = told.body.items[0]!.id;
  }

  /** Radia's; the caller who may delete it does. */
  async function keepSecret(): Promise<void> {
    const radia = await product.as(PEOPLE.flowOwner!);
    await radia.call('PUT', `/secrets/${world.secret}`, { value: 'long enough', flows: [] });
  }

  /** The flow's lists, which give the people in `CALLERS` their roles. */
  const access = () => {
    const named = (...callers: CallerName[]) => callers.map((name) => ({ kind: 'user', id: PEOPLE[name]! }));
    return {
      owners: named('flowOwner', 'plainOwner'),
      readers: named('flowReader'),
      starters: named('flowStarter', 'namedGuest'),
    };
  };

  async function upload(token: string, requestId: string): Promise<string> {
    const query = new URLSearchParams({ requestId, variable: 'proof', name: 'proof.txt' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    const response = await fetch(`${product.url}/api/files?${query}`, { method: 'POST', headers, body: 'proof' });
    return ((await response.json()) as { id: string }).id;
  }

  const tokenIn = (link: string) => new URL(link).searchParams.get('token')!;

  /** A call of each route that passes every other check, or changes nothing if it does. */
  const calls = (): Record<string, Call> => ({
    ...flowCalls('matrix'),
    ...chatCalls(world.chat),
    ...executionCalls(world.execution, world.ended),
    ...inboxCalls({ request: world.request, toWithdraw: `${world.ended}-ask`, view: world.view }),
    ...AUTHORING_CALLS,
    'GET /user/notifications': { path: '/user/notifications' },
    'PATCH /user/notifications/:id/read': { path: `/user/notifications/${world.request}/read` },
    'POST /user/notifications/:id/respond': {
      path: `/user/notifications/${world.request}/respond`,
      body: { values: { why: 'So' } },
    },
    'GET /prompts/:id': { path: `/prompts/${world.template}` },
    'GET /prompts/:id/options/:variable': { path: `/prompts/${world.template}/options/item` },
    'POST /flow/human-response': {
      path: '/flow/human-response',
      body: { executionId: world.execution, nodeId: 'ask', values: { why: 'So' } },
    },
    'GET /flow/external-response': { path: `/flow/external-response?token=${world.mailToken}` },
    'POST /flow/external-response': {
      path: '/flow/external-response',
      form: new URLSearchParams({ token: world.mailToken, f_why: 'So', step: 'answer' }),
    },
    'GET /flow/external-response/style.css': { path: '/flow/external-response/style.css' },
    'GET /client-config': { path: '/client-config' },
    'GET /openapi.json': { path: '/openapi.json' },
    'GET /docs': { path: '/docs' },
    'GET /docs/*': { path: '/docs/json' },
    'GET /me': { path: '/me' },
    'POST /flows': {
      path: '/flows',
      body: asking({ id: 'matrix', human: { inputType: 'text', prompt: '?', assignees: { users: ['x@y.zz'] } } }),
    },
    'PUT /flows/:id': {
      path: '/flows/matrix',
      body: {
        ...asking({ id: 'matrix', human: { inputType: 'text', prompt: '?', assignees: { users: ['x@y.zz'] } } }),
        version: 99,
      },
    },
    'PUT /flows/:id/access': { path: '/flows/matrix/access', body: { ...access(), version: 99 } },
    'POST /flows/:id/executions': { path: '/flows/matrix/executions', body: { variables: { unknown: 1 } } },
    'GET /secrets': { path: '/secrets' },
    'PUT /secrets/:name': { path: '/secrets/matrix', body: { flows: ['no-such-flow'] } },
    'DELETE /secrets/:name': { path: `/secrets/${world.secret}` },
    'GET /requests/:id': { path: `/requests/${world.request}` },
    'POST /chats': { path: '/chats', body: { name: 'x', flowId: 'no-such-flow' } },
    'PUT /chats/:id': { path: `/chats/${world.chat}`, body: { name: 'Ours', users: ['grace@sandbox.test'] } },
    'POST /chats/:id/messages': { path: `/chats/${world.chat}/messages`, body: { content: 'Hi' } },
    'POST /chats/:id/messages/:messageId/stop': {
      path: `/chats/${world.chat}/messages/01ARZ3NDEKTSV4RRFFQ69G5FAV/stop`,
    },
    ...assignmentCalls({ ...world, assignee: PEOPLE.assignee!, heldBefore: PEOPLE.otherAssignee! }),
    ...auditCalls('auditor'),
    'POST /sign-out': { path: '/sign-out' },
    'POST /files': { path: `/files?${new URLSearchParams({ requestId: world.request, variable: 'why', name: 'x' })}` },
    'GET /files/:id': { path: `/files/${world.file}` },
    ...DIRECTORY_CALLS,
    ...settingCalls('administrator', product.url),
    ...trialCalls('administrator', product.url),
    'GET /events': { path: '/events' },
    'POST /slack/events': { path: '/slack/events', form: new URLSearchParams({ payload: '{}' }) },
    'POST /messages': {
      path: '/messages',
      body: {
        type: 'message',
        id: '1',
        channelId: 'msteams',
        serviceUrl: 'https://teams.test/',
        conversation: { id: 'c' },
        recipient: { id: 'b' },
        from: { id: 'p' },
      },
    },
  });

  async function send(
    { method }: Pick<Route, 'method'>,
    { path: to, body, form }: Call,
    token?: string,
  ): Promise<{ status: number; code?: string }> {
    const response = await fetch(`${product.url}/api${to}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    if (!response.headers.get('content-type')?.includes('json')) {
      await response.body?.cancel();
      return { status: response.status };
    }
    const { code } = (await response.json()) as Problem;
    return { status: response.status, code };
  }

  it('is tested for every route', () => {
    expect(Object.keys(calls()).sort()).to.deep.equal(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  for (const route of ROUTES)
    it(`${route.method} ${route.path}: ${route.access}`, async () => {
      const call = calls()[`${route.method} ${route.path}`]!;
      const found: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const caller of CALLERS) {
        if (route.path === '/secrets/:name') await keepSecret();
        const { status, code } = await send(route, call, tokens[caller]);
        const isIn = !SHUT.includes(status);
        expect(status, `${caller} ${code}`).to.satisfy((it: number) => it < 500 || code === 'unavailable');
        found[caller] = isIn ? 'in' : `out ${status === 404 ? 403 : status}`;
        const refusal = UNKNOWN.includes(caller) || route.access === 'platform' ? 401 : 403;
        wanted[caller] = ALLOWED[route.access].includes(caller) ? 'in' : `out ${refusal}`;
      }
      expect(found).to.deep.equal(wanted);
    });

  it("shows an author's secrets, and lets them be changed, only to that author and administrators", async () => {
    const ada = await product.as(PEOPLE.administrator!);
    const radia = await product.as(PEOPLE.flowOwner!);
    const ofAda = { value: 'long enough too', flows: [] };
    await keepSecret();
    expect((await ada.call('PUT', '/secrets/of-ada', ofAda)).status).to.equal(200);
    const namesFor = async (caller: Client) =>
      (await caller.call<{ items: { name: string }[] }>('GET', '/secrets')).body.items.map(({ name }) => name);
    expect(await namesFor(radia)).to.deep.equal([world.secret]);
    expect(await namesFor(ada)).to.deep.equal([world.secret, 'of-ada']);
    expect((await radia.call('PUT', '/secrets/of-ada', ofAda)).body).to.include({ code: 'secret_exists' });
    expect((await radia.call('DELETE', '/secrets/of-ada')).status).to.equal(404);
    expect((await ada.call('DELETE', '/secrets/of-ada')).status).to.equal(204);
  });

  it('opens a link to anyone with its token, and no other link', async () => {
    const page = { method: 'GET' } as const;
    const open = (token: string) => send(page, { path: `/flow/external-response?token=${token}` });
    expect((await open(world.mailToken)).status).to.equal(200);
    expect((await open('0'.repeat(64))).status).to.equal(410);
    expect((await open(world.mailToken.toUpperCase())).status).to.equal(410);
    const foreign = new URLSearchParams({ token: world.otherMailToken, f_why: 'Because I can', step: 'answer' });
    expect((await send({ method: 'POST' }, { path: '/flow/external-response', form: foreign })).status).to.equal(200);
    expect(
      await product.product.services.ground.reader('responses').where({ request_id: world.request }),
    ).to.deep.equal([]);
  });

  it('shows lists and fields only to those concerned', async () => {
    const see = async (caller: CallerName) => {
      const token = tokens[caller]!;
      const get = async <Body>(to: string) =>
        (await (
          await fetch(`${product.url}/api${to}`, { headers: { authorization: `Bearer ${token}` } })
        ).json()) as Body;
      const executions = (await get<{ items: unknown[] }>('/executions')).items.length;
      const execution = await get<{ context?: unknown }>(`/executions/${world.execution}`);
      const { deliveries } = await get<{ deliveries?: unknown[] }>(`/requests/${world.request}`);
      return { executions: executions > 0, context: 'context' in execution, deliveries: (deliveries?.length ?? 0) > 0 };
    };
    const nothing = { executions: false, context: false, deliveries: false };
    expect(await see('starter')).to.deep.equal({ executions: true, context: false, deliveries: true });
    for (const caller of OWNERS)
      expect(await see(caller), caller).to.deep.equal({ executions: true, context: true, deliveries: true });
    expect(await see('flowReader')).to.deep.equal({ executions: true, context: false, deliveries: false });
    const others = ['stranger', 'assignee', 'otherAssignee', 'author', 'flowStarter', 'auditor', 'guest'] as const;
    for (const caller of [...others, 'namedGuest'] as const) expect(await see(caller), caller).to.deep.equal(nothing);
  });
});
