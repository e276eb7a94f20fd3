import type { FastifyInstance } from 'fastify';
import type { Assignment, AssignmentNotification } from '../../../contract/assignments.ts';
import type { ChatLog, ChatMessage } from '../../../contract/chats.ts';
import type { AssignBody, Occurrence, Sending } from '../../../contract/sendings.ts';

export interface AssignmentState {
  assignments: Assignment[];
  sendings: Sending[];
  occurrences: Occurrence[];
  told: AssignmentNotification[];
  logs: ChatLog[];
  messages: ChatMessage[];
}

const page = <Item>(items: Item[]) => ({ items, nextCursor: null });
interface ById {
  Params: { id: string };
}
interface Filter {
  Querystring: {
    direction?: string;
    tab?: string;
    chatId?: string;
    scope?: string;
    unread?: string;
    search?: string;
    cursor?: string;
  };
}

/** Assignments, as far as the client's pages need them. */
export function assignmentRoutes(api: FastifyInstance, state: AssignmentState): void {
  const isOver = ({ endedAt }: Assignment) => endedAt !== null;
  api.get<Filter>('/assignments', ({ query: { direction, tab, chatId, search, cursor } }) => {
    if (search !== undefined && cursor === undefined) return { items: [], nextCursor: 'looked-through' };
    const listed = state.assignments.filter((each) => chatId === undefined || each.chatId === chatId);
    return page(listed.filter((each) => direction === 'outbound' || isOver(each) === (tab === 'history')));
  });
  api.get('/assignments/counts', () => ({
    active: state.assignments.filter((each) => !isOver(each)).length,
    overdue: 0,
    unread: { inbound: unreadOf(state, 'inbound'), outbound: unreadOf(state, 'outbound') },
  }));
  api.get<Filter>('/assignments/notifications', ({ query: { scope, unread } }) =>
    page(state.told.filter((each) => (!scope || each.scope === scope) && !(unread && each.isRead))),
  );
  api.patch('/assignments/notifications/:id/read', (_request, reply) => reply.code(204).send());
  api.post('/assignments/notifications/read', (_request, reply) => reply.code(204).send());
  api.get<ById>('/assignments/:id', ({ params }, reply) => one(state.assignments, params.id) ?? missing(reply));
  api.post<{ Body: Pick<AssignBody, 'principals' | 'recurrence'> }>('/assignments/preview', ({ body }) => ({
    people: body.principals.length,
    principals: body.principals.map((each) => ({ ...each, displayName: each.id, people: 1 })),
    next: body.recurrence ? ['2026-12-01T08:00:00.000Z', '2026-12-02T08:00:00.000Z'] : [],
  }));
  api.get('/sendings', () => page(state.sendings));
  api.get<ById>('/sendings/:id', ({ params }, reply) => one(state.sendings, params.id) ?? missing(reply));
  api.get('/sendings/:id/occurrences', () => page(state.occurrences));
  api.get('/logs', () => page(state.logs));
  api.get<ById>('/logs/:id', ({ params }, reply) => one(state.logs, params.id) ?? missing(reply));
  api.get('/logs/:id/messages', () => page(state.messages));
  api.get('/chats/:id/versions', () => page([{ version: 1, name: 'Office', savedAt: '2026-02-27T09:30:00.000Z' }]));
}

const unreadOf = ({ told }: AssignmentState, scope: string): number =>
  told.filter((each) => each.scope === scope && !each.isRead).length;

const one = <Item extends { id: string }>(items: Item[], id: string) => items.find((each) => each.id === id);

const missing = (reply: { code(status: number): { type(type: string): { send(body: unknown): unknown } } }) =>
  reply
    .code(404)
    .type('application/problem+json')
    .send({ type: '', title: '', status: 404, detail: '', code: 'not_found', instance: '' });
