import type { FastifyInstance } from 'fastify';
import type { Chat, ChatBody, ChatMessage, ListedChat } from '../../../contract/chats.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { HumanResponseBody } from '../../../contract/payload.ts';
import { refuse } from './refuse.ts';
import { chat } from './samples.ts';

export interface ChatState {
  chats: Chat[];
  /** The log of every chat, newest first. */
  messages: ChatMessage[];
  /** Who has made chats; of others their id is the name. */
  makers: Record<string, Omit<ListedChat['maker'], 'id'>>;
}

const listed = (chat: Chat, makers: ChatState['makers']): ListedChat => {
  const { id, name, version, updatedAt, retiredAt, createdBy } = chat;
  const maker = { id: createdBy, ...(makers[createdBy] ?? { displayName: null, isGone: false }) };
  return { id, name, version, updatedAt, retiredAt, maker };
};

type ById = { Params: { id: string } };

/** Chats, their messages, and answers given there. */
export function chatRoutes(api: FastifyInstance, state: ChatState & { notifications: UserNotification[] }): void {
  api.get<{ Querystring: { retired?: string } }>('/chats', ({ query: { retired } }) => ({
    items: state.chats.filter(({ retiredAt }) => (retiredAt !== null) === (retired === 'true')),
    nextCursor: null,
  }));
  api.get<{ Querystring: { retired?: string; q?: string } }>('/admin/chats', ({ query: { retired, q = '' } }) => ({
    items: state.chats
      .filter(({ retiredAt }) => (retiredAt !== null) === (retired === 'true'))
      .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
      .map((each) => listed(each, state.makers)),
    nextCursor: null,
  }));
  const change = (id: string, retiredAt: string | null) => {
    state.chats = state.chats.map((each) => (each.id === id ? { ...each, retiredAt } : each));
    return state.chats.find((each) => each.id === id);
  };
  api.post<ById>('/chats/:id/retire', ({ params }) => change(params.id, new Date().toISOString()));
  api.post<ById>('/chats/:id/restore', ({ params }) => change(params.id, null));
  api.post<{ Body: ChatBody }>('/chats', ({ body }, reply) => {
    const made = { ...chat, ...body, id: `chat-${body.name}`, version: 1 } as Chat;
    state.chats = [...state.chats, made];
    return reply.code(201).send(made);
  });
  api.get<ById>(
    '/chats/:id',
    ({ params }, reply) =>
      state.chats.find(({ id }) => id === params.id) ?? refuse(reply, { code: 'not_found', status: 404 }),
  );
  api.get('/chats/:id/messages', () => ({ items: state.messages, nextCursor: null }));
  const posted = new Map<unknown, ChatMessage>();
  api.post<{ Body: { content: string } }>('/chats/:id/messages', ({ headers, body: { content } }, reply) => {
    const key = headers['idempotency-key'];
    const at = new Date().toISOString();
    const before = posted.get(key);
    const message = before ?? { id: `message-${at}`, role: 'user' as const, content, at, executionId: null };
    posted.set(key, message);
    if (!before) state.messages = [message, ...state.messages];
    return reply.code(201).send({ message, executionId: null, answerId: null });
  });
  api.post<{ Params: { messageId: string } }>('/chats/:id/messages/:messageId/stop', (_request, reply) =>
    reply.code(204).send(),
  );
  api.put<ById & { Body: ChatBody }>('/chats/:id', ({ params, body }, reply) => {
    const old = state.chats.find(({ id }) => id === params.id)!;
    if (body.version !== old.version) return refuse(reply, { code: 'invalid_transition', status: 409 });
    const saved = { ...old, ...body, version: old.version + 1, updatedAt: new Date().toISOString() } as Chat;
    state.chats = state.chats.map((each) => (each === old ? saved : each));
    return saved;
  });
  api.post<{ Body: HumanResponseBody }>('/flow/human-response', ({ body: { nodeId, value, values } }) => {
    const asked = state.notifications.find((each) => each.nodeId === nodeId)!;
    const at = new Date().toISOString();
    const response = value ?? JSON.stringify(values);
    Object.assign(asked, { status: 'completed', response, respondedAt: at, closedReason: 'answered' });
    return { requestId: asked.id, status: 'completed', outcome: 'Answered' };
  });
}
