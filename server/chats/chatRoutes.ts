import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { Chat, ChatBody, ChatChange, ChatQuery, ChatVersion, ChatVersionSummary } from '../../contract/chats.ts';
import { KeyHeaders, PageQuery, pageOf } from '../../contract/flows.ts';
import { Ulid, Version, VersionInAddress } from '../../contract/ids.ts';
import { notFound } from '../foundation/errors.ts';
import { requireMember, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { keyOf } from '../foundation/requestKey.ts';
import type { ChatRetirement } from './chatRetirement.ts';
import type { ChatService } from './chatService.ts';
import { findVersion, listVersions } from './chatVersionStore.ts';
import { toVersion } from './chatView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  chats: ChatService;
  chatRetirement: ChatRetirement;
}

const Id = z.object({ id: Ulid });

/** Chats and their versions. */
export const chatRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, chats } = parts;
    app.addHook('onRequest', authenticate);

    app.get(
      '/chats',
      { schema: { tags: ['chats'], querystring: ChatQuery, response: { 200: pageOf(Chat) } } },
      async ({ caller, query: { retired, limit, cursor } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const found = await chats.list(caller, { retired, before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
        return { items: await chats.show(items, caller), nextCursor };
      },
    );

    app.post(
      '/chats',
      {
        onRequest: requireMember,
        schema: { tags: ['chats'], headers: KeyHeaders, body: ChatBody, response: { 201: Chat } },
      },
      async ({ caller, headers, body }, reply) =>
        reply.code(201).send(await chats.create(body, caller, keyOf(headers, body))),
    );

    app.get(
      '/chats/:id',
      { schema: { tags: ['chats'], params: Id, response: { 200: Chat } } },
      async ({ caller, params }) => {
        const chat = await chats.openToRead(params.id, caller);
        return (await chats.show([chat], caller))[0]!;
      },
    );

    app.put(
      '/chats/:id',
      { schema: { tags: ['chats'], params: Id, body: ChatChange, response: { 200: Chat } } },
      ({ caller, params, body }) => chats.update(params.id, body, caller),
    );

    await app.register(retirementRoutes(parts));
    await app.register(versionRoutes(parts));
  };

/** Retiring a chat, and bringing it back. */
const retirementRoutes =
  ({ chatRetirement }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { tags: ['chats'], params: Id, response: { 200: Chat } };
    app.post('/chats/:id/retire', { schema }, ({ caller, params }) => chatRetirement.retire(params.id, caller));
    app.post('/chats/:id/restore', { schema }, ({ caller, params }) => chatRetirement.restore(params.id, caller));
  };

/** The versions of a chat. */
const versionRoutes =
  ({ reader, chats }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/chats/:id/versions',
      {
        schema: { tags: ['chats'], params: Id, querystring: PageQuery, response: { 200: pageOf(ChatVersionSummary) } },
      },
      async ({ caller, params, query: { limit, cursor } }) => {
        const { version: newest } = await chats.openToRead(params.id, caller);
        const before = cursor === undefined ? newest + 1 : Math.min(decodeCursor(Version, cursor), newest + 1);
        const found = await listVersions(reader, params.id, { before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ version }) => version);
        return { items: items.map(toVersion), nextCursor };
      },
    );

    app.get(
      '/chats/:id/versions/:version',
      {
        schema: {
          tags: ['chats'],
          params: Id.extend({ version: VersionInAddress }),
          response: { 200: ChatVersion },
        },
      },
      async ({ caller, params: { id, version } }) => {
        const { version: newest } = await chats.openToRead(id, caller);
        const found = version <= newest ? await findVersion(reader, id, version) : null;
        if (!found) throw notFound('version');
        return toVersion(found);
      },
    );
  };
