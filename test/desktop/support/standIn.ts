import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { AddressInfo } from 'node:net';
import type { ServerEvent } from '../../../contract/events.ts';
import type { ExecutionView } from '../../../contract/executions.ts';
import type { FlowAccess } from '../../../contract/flowAccess.ts';
import type { FlowSummary, SavedFlow } from '../../../contract/flows.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { Role } from '../../../contract/people.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { PromptTemplate, RequestView } from '../../../contract/requests.ts';
import type { SecretSummary } from '../../../contract/secrets.ts';
import type { Option } from '../../../contract/variables.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { staticClient } from '../../../server/channels/web/staticClient.ts';
import { assignmentRoutes, type AssignmentState } from './assignmentRoutes.ts';
import { askedRoutes } from './askedRoutes.ts';
import { chatRoutes, type ChatState } from './chatRoutes.ts';
import { authoringRoutes } from './authoringRoutes.ts';
import { auditRoutes, noAudit, type AuditState } from './auditRoutes.ts';
import { fileRoutes } from './fileRoutes.ts';
import { accessRoutes, directoryRoutes, profileRoutes } from './tenantRoutes.ts';
import { clientConfig } from './clientConfig.ts';
import { refuse } from './refuse.ts';
import { ada } from './samples.ts';
import { documentRoutes } from './documentRoutes.ts';
import { settingRoutes } from './settingRoutes.ts';
import { secretRoutes } from './secretRoutes.ts';
import { inboxRoutes } from './standInInbox.ts';

/** The stand-in's data, which tests change as they like. */
export interface StandInState extends AssignmentState, AuditState, ChatState {
  notifications: UserNotification[];
  templates: Record<string, PromptTemplate>;
  requests: Record<string, RequestView>;
  /** The options of every source. */
  offered: Option[];
  flows: FlowSummary[];
  /** By flow id; every version is this one. */
  definitions: Record<string, SavedFlow>;
  /** The access list of every flow. */
  access: FlowAccess;
  executions: ExecutionView[];
  secrets: SecretSummary[];
  /** Method and path to a refusal that replaces the response. */
  refusals: Record<string, Pick<Problem, 'code' | 'status'> & Partial<Problem>>;
  roles: Role[];
  /** No token is accepted any more, however fresh. */
  isSignInOver: boolean;
  /** The execution that each key has started. */
  begun: Record<string, string>;
}

export interface Call {
  method: string;
  path: string;
  body: unknown;
  headers: FastifyRequest['headers'];
}

export interface StandIn {
  url: string;
  state: StandInState;
  calls: Call[];
  sandbox: Sandbox;
  /** Sends an event on every open stream. */
  tell(event: ServerEvent): void;
  /** Closes every open stream, like a server that goes down. */
  dropStreams(): void;
  /** Treats tokens as expired until they are renewed. */
  expireTokens(): void;
  close(): Promise<void>;
}

export const emptyState = (): StandInState => ({
  notifications: [],
  templates: {},
  requests: {},
  offered: [],
  flows: [],
  definitions: {},
  access: { owners: [{ ...ada, kind: 'user' }], readers: [], starters: 'everyone', version: 1 },
  executions: [],
  chats: [],
  messages: [],
  makers: {},
  assignments: [],
  sendings: [],
  occurrences: [],
  told: [],
  logs: [],
  secrets: [],
  ...noAudit(),
  refusals: {},
  roles: [],
  isSignInOver: false,
  begun: {},
});

/** The API in memory, the built client, and the sandbox's real identity provider: enough to drive the client in a browser. */
export async function startStandIn(root: string): Promise<StandIn> {
  const sandbox = await startSandbox({ portBase: 0 });
  const app = fastify({ forceCloseConnections: true });
  const state = emptyState();
  const calls: Call[] = [];
  const streams = new Set<FastifyReply>();
  const refusedTokens = new Set<string>();
  let newestToken = '';

  app.get('/api/client-config', (_request, reply) => {
    const refusal = state.refusals['GET /client-config'];
    return refusal ? refuse(reply, refusal) : clientConfig(sandbox);
  });
  await app.register(
    async (api) => {
      api.addHook('preHandler', async (request, reply) => {
        const path = request.url.replace('/api', '').split('?')[0]!;
        const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
        if (refusedTokens.has(token) || token === '' || state.isSignInOver)
          return refuse(reply, { code: 'unauthenticated', status: 401 });
        newestToken = token;
        if (path !== '/me/profile')
          // is sent with every sign-in, whatever people do
          calls.push({ method: request.method, path, body: request.body, headers: request.headers });
        const refusal = state.refusals[`${request.method} ${path}`];
        if (refusal) return refuse(reply, refusal);
        return undefined;
      });
      api.get('/me', (request) => me(request, sandbox, state));
      notificationRoutes(api, state);
      settingRoutes(api);
      documentRoutes(api);
      flowRoutes(api, state, sandbox);
      authoringRoutes(api);
      secretRoutes(api, state);
      auditRoutes(api, state);
      chatRoutes(api, state);
      assignmentRoutes(api, state);
      askedRoutes(api);
      directoryRoutes(api, sandbox);
      profileRoutes(api, sandbox);
      fileRoutes(api);
      api.get('/events', (_request, reply) => openStream(reply, streams));
    },
    { prefix: '/api' },
  );
  await app.register(staticClient, { root, connectSources: () => [sandbox.identity.url] });
  await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    state,
    calls,
    sandbox,
    tell: ({ event, data }) => {
      for (const stream of streams) stream.raw.write(frame(event, data));
    },
    dropStreams: () => {
      for (const stream of streams) stream.raw.destroy();
      streams.clear();
    },
    expireTokens: () => void refusedTokens.add(newestToken),
    close: async () => {
      for (const stream of streams) stream.raw.destroy();
      await app.close();
      await sandbox.close();
    },
  };
}

function me(request: FastifyRequest, { tenant }: Sandbox, state: StandInState) {
  const { oid } = decodeJwt(request.headers.authorization!.replace('Bearer ', ''));
  const person = tenant.people.find(({ id }) => id === oid)!;
  const { id, displayName, mail, userPrincipalName } = person;
  return { id, displayName, email: mail, userPrincipalName, roles: state.roles, groups: [], isGuest: false };
}

type ById = { Params: { id: string } };

function notificationRoutes(api: FastifyInstance, state: StandInState): void {
  const find = (id: string) => state.notifications.find((each) => each.id === id)!;
  api.get<ById>(
    '/prompts/:id',
    ({ params }, reply) => state.templates[params.id] ?? refuse(reply, { code: 'not_found', status: 404 }),
  );
  api.get('/prompts/:id/options/:variable', () => ({ items: state.offered, nextCursor: null }));
  api.get<ById>(
    '/requests/:id',
    ({ params }, reply) => state.requests[params.id] ?? refuse(reply, { code: 'not_found', status: 404 }),
  );
  inboxRoutes(api, state);
  api.post<ById>('/user/notifications/:id/respond', ({ params, body }) => {
    const isSimple = typeof body === 'string';
    const values = isSimple ? { value: body } : (body as { values: Record<string, unknown> }).values;
    Object.assign(find(params.id), {
      status: 'completed',
      response: find(params.id).inputType === 'form' ? JSON.stringify(values) : values.value,
      respondedAt: new Date().toISOString(),
      closedReason: 'answered',
    });
    return { requestId: params.id, status: 'completed', outcome: 'Answered' };
  });
}

function flowRoutes(api: FastifyInstance, state: StandInState, sandbox: Sandbox): void {
  const page = <Item>(items: Item[]) => ({ items, nextCursor: null });
  api.get<{ Querystring: { retired?: string } }>('/flows', ({ query: { retired } }) =>
    page(state.flows.filter(({ retiredAt }) => (retiredAt !== null) === (retired === 'true'))),
  );
  retirementRoutes(api, state);
  api.get<ById>(
    '/flows/:id',
    ({ params }, reply) => state.definitions[params.id] ?? refuse(reply, { code: 'not_found', status: 404 }),
  );
  const save = (body: unknown): SavedFlow => {
    const { id, name, version: _madeOn, ...rest } = body as SavedFlow;
    const old = state.flows.find((each) => each.id === id);
    const version = (old?.version ?? 0) + 1;
    const updatedAt = new Date().toISOString();
    const may = { start: true, read: true, change: true, share: true };
    const summary = { id, name, description: null, variables: [], version, updatedAt, retiredAt: null, may };
    state.flows = [...state.flows.filter((each) => each !== old), summary];
    return (state.definitions[id] = { id, name, ...rest, version, updatedAt, updatedBy: ada, retiredAt: null });
  };
  api.post('/flows', ({ body }, reply) => reply.code(201).send(save(body)));
  api.put<ById>('/flows/:id', ({ params, body }, reply) =>
    (body as SavedFlow).version === state.definitions[params.id]!.version
      ? save(body)
      : refuse(reply, { code: 'invalid_transition', status: 409, detail: 'There is a newer version.' }),
  );
  accessRoutes(api, state, sandbox);
  api.get<ById>('/flows/:id/versions', ({ params }) => {
    const newest = state.flows.find(({ id }) => id === params.id)?.version ?? 0;
    const versions = Array.from({ length: newest }, (_, index) => newest - index);
    return page(versions.map((version) => ({ version, createdAt: new Date().toISOString(), createdBy: ada })));
  });
  api.post<ById>('/executions/:id/retry', ({ params }) =>
    Object.assign(
      state.executions.find(({ id }) => id === params.id)!,
      { status: 'running', error: null },
    ),
  );
  api.post<ById>('/flows/:id/executions', ({ headers, params }, reply) => {
    if (state.flows.find(({ id }) => id === params.id)?.retiredAt)
      return refuse(reply, { code: 'flow_retired', status: 409 });
    const executionId = (state.begun[String(headers['idempotency-key'])] ??= state.executions[0]!.id);
    return reply.code(201).send({ executionId });
  });
  api.get('/executions', () => page(state.executions));
  api.get('/executions/counts', () => {
    const count = (wanted: string) => state.executions.filter(({ status }) => status === wanted).length;
    return {
      waiting: count('waiting'),
      running: count('running'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    };
  });
  api.get<ById>(
    '/executions/:id',
    ({ params }, reply) =>
      state.executions.find(({ id }) => id === params.id) ?? refuse(reply, { code: 'not_found', status: 404 }),
  );
  api.post<ById>('/executions/:id/cancel', ({ params }) =>
    Object.assign(
      state.executions.find(({ id }) => id === params.id)!,
      {
        status: 'cancelled',
        waitingFor: [],
        error: { code: 'cancelled', message: 'Ada Lovelace cancelled it', by: ada.displayName },
      },
    ),
  );
}

function retirementRoutes(api: FastifyInstance, state: StandInState): void {
  const change = (id: string, retiredAt: string | null) => {
    state.flows = state.flows.map((flow) => {
      const may = { ...flow.may, start: retiredAt === null, change: retiredAt === null };
      return flow.id === id ? { ...flow, retiredAt, may } : flow;
    });
    return Object.assign(state.definitions[id]!, { retiredAt });
  };
  api.post<ById>('/flows/:id/retire', ({ params }) => change(params.id, new Date().toISOString()));
  api.post<ById>('/flows/:id/restore', ({ params }) => change(params.id, null));
}

function openStream(reply: FastifyReply, streams: Set<FastifyReply>): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write(frame('heartbeat', { inbox: '1' }));
  streams.add(reply);
  reply.raw.on('close', () => streams.delete(reply));
}

const frame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
