import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  FlowChange,
  FlowDefinition,
  FlowSummary,
  FlowVersion,
  PageQuery,
  pageOf,
  SavedFlow,
  StartBody,
  Started,
} from '../../contract/flows.ts';
import { FlowId } from '../../contract/ids.ts';
import type { Person } from '../../contract/people.ts';
import { toIso } from '../foundation/database/rows.ts';
import { notFound } from '../foundation/errors.ts';
import { requireAuthor, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import type { Engine } from './engine.ts';
import type { FlowService } from './flowService.ts';
import { findFlow, listFlows, listVersions, type StoredFlow } from './flowStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  flows: FlowService;
  engine: Pick<Engine, 'start'>;
  /** @throws ProblemError when the person may not use the chat */
  checkChat(chatId: string, person: Person): Promise<void>;
}

const Id = z.object({ id: FlowId });
/** As far as the databases count. */
const Version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const VersionQuery = z.strictObject({ version: z.coerce.number().pipe(Version).optional() });

/** Flow definitions, their versions, and how executions begin. */
export const flowRoutes =
  ({ authenticate, reader, flows, engine, checkChat }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/flows',
      { schema: { tags: ['flows'], querystring: PageQuery, response: { 200: pageOf(FlowSummary) } } },
      async ({ query: { limit, cursor } }) => {
        const after = cursor === undefined ? undefined : decodeCursor(FlowId, cursor);
        const { items, nextCursor } = toPage(
          await listFlows(reader, { after, limit: limit + 1 }),
          limit,
          ({ id }) => id,
        );
        return { items: items.map(toSummary), nextCursor };
      },
    );

    app.post(
      '/flows',
      { preHandler: requireAuthor, schema: { tags: ['flows'], body: FlowDefinition, response: { 201: SavedFlow } } },
      async ({ caller, body }, reply) => reply.code(201).send(await flows.create(body, caller.person)),
    );

    app.get(
      '/flows/:id',
      { schema: { tags: ['flows'], params: Id, querystring: VersionQuery, response: { 200: SavedFlow } } },
      ({ params, query }) => flows.get(params.id, query.version),
    );

    app.put(
      '/flows/:id',
      {
        preHandler: requireAuthor,
        schema: { tags: ['flows'], params: Id, body: FlowChange, response: { 200: SavedFlow } },
      },
      ({ caller, params, body }) => flows.update(params.id, body, caller.person),
    );

    app.get(
      '/flows/:id/versions',
      { schema: { tags: ['flows'], params: Id, querystring: PageQuery, response: { 200: pageOf(FlowVersion) } } },
      async ({ params, query: { limit, cursor } }) => {
        if (!(await findFlow(reader, params.id))) throw notFound('flow');
        const before = cursor === undefined ? undefined : decodeCursor(Version, cursor);
        const versions = await listVersions(reader, params.id, { before, limit: limit + 1 });
        const { items, nextCursor } = toPage(versions, limit, ({ version }) => version);
        return { items: items.map((each) => ({ ...each, createdAt: toIso(each.createdAt) })), nextCursor };
      },
    );

    app.post(
      '/flows/:id/executions',
      { schema: { tags: ['flows'], params: Id, body: StartBody, response: { 201: Started } } },
      async ({ caller, params, body: { variables = {}, chatId } }, reply) => {
        if (chatId !== undefined) await checkChat(chatId, caller.person);
        const prepared = await flows.prepareStart(params.id, variables);
        const executionId = await engine.start({ ...prepared, startedBy: caller.person, chatId: chatId ?? null });
        return reply.code(201).send({ executionId });
      },
    );
  };

const toSummary = ({ updatedAt, ...flow }: StoredFlow) => ({ ...flow, updatedAt: toIso(updatedAt) });
