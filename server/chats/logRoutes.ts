import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { ChatLog, ChatMessage, MessageBody, Posted } from '../../contract/chats.ts';
import { KeyHeaders, PageQuery, pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { findRetiredFlows } from '../flow/retirementStore.ts';
import type { Authenticate, Caller } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { keyOf } from '../foundation/requestKey.ts';
import { newestMessages } from './chatStore.ts';
import { toLog, toMessage } from './chatView.ts';
import type { AssignedLog, LogService, OpenLog } from './logService.ts';
import { listLogs } from './logStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  logs: LogService;
}

const Id = z.object({ id: Ulid });

/** A person's logs: their own in each chat, and those of their assignments. */
export const logRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, reader, logs } = parts;
    app.addHook('onRequest', authenticate);

    app.get(
      '/logs',
      { schema: { tags: ['chats'], querystring: PageQuery, response: { 200: pageOf(ChatLog) } } },
      async ({ caller, query: { limit, cursor } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const found = await listLogs(reader, { person: caller.person.id, before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
        const opened = await Promise.all(items.map(({ id }) => logs.assigned(id, caller)));
        return { items: await shown(reader, opened), nextCursor };
      },
    );

    app.get('/logs/:id', { schema: { tags: ['chats'], params: Id, response: { 200: ChatLog } } }, async (request) => {
      const log = await logs.assigned(request.params.id, request.caller);
      return (await shown(reader, [log]))[0]!;
    });

    await app.register(messageRoutes(parts, '/chats', (id, caller) => logs.own(id, caller)));
    await app.register(messageRoutes(parts, '/logs', (id, caller) => logs.assigned(id, caller)));
  };

async function shown(reader: Knex, logs: AssignedLog[]): Promise<ChatLog[]> {
  const isFlowRetired = await findRetiredFlows(
    reader,
    logs.map(({ chat }) => chat),
  );
  return logs.map((log) => toLog(log, isFlowRetired(log.chat)));
}

type Open = (id: string, caller: Caller) => Promise<OpenLog>;

/** The messages of a log, below the given path. */
const messageRoutes =
  ({ reader, logs }: Parts, path: '/chats' | '/logs', open: Open): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      `${path}/:id/messages`,
      { schema: { tags: ['chats'], params: Id, querystring: PageQuery, response: { 200: pageOf(ChatMessage) } } },
      async ({ caller, params, query: { limit, cursor } }) => {
        const { key } = await open(params.id, caller);
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const found = await newestMessages(reader, { ...key, before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
        return { items: items.map(toMessage), nextCursor };
      },
    );

    app.post(
      `${path}/:id/messages`,
      { schema: { tags: ['chats'], params: Id, headers: KeyHeaders, body: MessageBody, response: { 201: Posted } } },
      async ({ caller, params, headers, body }, reply) => {
        const log = await open(params.id, caller);
        return reply.code(201).send(await logs.post(log, caller, body, keyOf(headers, body)));
      },
    );

    app.post(
      `${path}/:id/messages/:messageId/stop`,
      { schema: { tags: ['chats'], params: Id.extend({ messageId: Ulid }), response: { 204: z.null() } } },
      async ({ caller, params }, reply) => {
        await logs.stop(await open(params.id, caller), params.messageId);
        return reply.code(204).send(null);
      },
    );
  };
