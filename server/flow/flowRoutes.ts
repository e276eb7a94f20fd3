import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  FlowChange,
  FlowDefinition,
  FlowQuery,
  FlowSummary,
  FlowVersion,
  PageQuery,
  pageOf,
  SavedFlow,
  StartBody,
  KeyHeaders,
  Started,
} from '../../contract/flows.ts';
import { FlowId, Version, VersionInAddress } from '../../contract/ids.ts';
import { asShown } from '../../contract/variables.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { isAdministrator, requireAuthor, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { keyOf, type RequestKey } from '../foundation/requestKey.ts';
import { findStartKeys } from './beginStore.ts';
import type { Delegate } from './delegating.ts';
import type { Engine } from './engine.ts';
import { mayChangeFlow, mayReadFlow, mayStartFlow, NO_STANDING, whatMayDo, type Standing } from './flowAccessRules.ts';
import { requireStanding } from './flowAccessService.ts';
import { idsOfConcerning, idsOfRetired, standingsOf } from './flowAccessStore.ts';
import { flowRetired } from './flowRetired.ts';
import type { FlowService } from './flowService.ts';
import { findFlows, listFlows, listVersions, type StoredFlow } from './flowStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  flows: FlowService;
  engine: Pick<Engine, 'start'>;
  now(): number;
  delegate: Delegate;
  /** @throws ProblemError if the person may not use the chat */
  checkChat(chatId: string, caller: Caller): Promise<void>;
}

const Id = z.object({ id: FlowId });
const VersionQuery = z.strictObject({ version: VersionInAddress.optional() });

const READERS = 'owners and readers of this flow and administrators';
const CHANGERS = 'authors who own this flow and administrators';
const STARTERS = 'whom its owners named';

/** Flow definitions, their versions, and starting executions. */
export const flowRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, reader, flows } = parts;
    app.addHook('onRequest', authenticate);

    app.get(
      '/flows',
      { schema: { tags: ['flows'], querystring: FlowQuery, response: { 200: pageOf(FlowSummary) } } },
      async ({ caller, query: { retired, limit, cursor } }) => {
        const after = cursor === undefined ? undefined : decodeCursor(FlowId, cursor);
        const found = await flowsOf(reader, caller, { retired, after, limit: limit + 1 });
        return toPage(found, limit, ({ id }) => id);
      },
    );

    app.post(
      '/flows',
      {
        onRequest: requireAuthor,
        schema: { tags: ['flows'], headers: KeyHeaders, body: FlowDefinition, response: { 201: SavedFlow } },
      },
      async ({ caller, headers, body }, reply) =>
        reply.code(201).send(await flows.create(body, caller.person, keyOf(headers, body))),
    );

    app.get(
      '/flows/:id',
      { schema: { tags: ['flows'], params: Id, querystring: VersionQuery, response: { 200: SavedFlow } } },
      async ({ caller, params, query }) => {
        await requireStanding(reader, params.id, caller, mayReadFlow, READERS);
        return flows.get(params.id, query.version);
      },
    );

    app.put(
      '/flows/:id',
      {
        onRequest: requireAuthor,
        schema: { tags: ['flows'], params: Id, body: FlowChange, response: { 200: SavedFlow } },
      },
      async ({ caller, params, body }) => {
        await requireStanding(reader, params.id, caller, mayChangeFlow, CHANGERS);
        return flows.update(params.id, body, caller.person);
      },
    );

    await app.register(versionRoutes(reader));

    app.post(
      '/flows/:id/executions',
      { schema: { tags: ['flows'], params: Id, headers: KeyHeaders, body: StartBody, response: { 201: Started } } },
      async ({ caller, params, headers, body }, reply) => {
        const key = keyOf(headers, body);
        const executionId = await startOnce(parts, { flowId: params.id, body, caller, key });
        return reply.code(201).send({ executionId });
      },
    );
  };

/** The versions of a flow. */
const versionRoutes =
  (reader: Knex): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/flows/:id/versions',
      { schema: { tags: ['flows'], params: Id, querystring: PageQuery, response: { 200: pageOf(FlowVersion) } } },
      async ({ caller, params, query: { limit, cursor } }) => {
        await requireStanding(reader, params.id, caller, mayReadFlow, READERS);
        const before = cursor === undefined ? undefined : decodeCursor(Version, cursor);
        const versions = await listVersions(reader, params.id, { before, limit: limit + 1 });
        const { items, nextCursor } = toPage(versions, limit, ({ version }) => version);
        return { items: items.map((each) => ({ ...each, createdAt: toIso(each.createdAt) })), nextCursor };
      },
    );
  };

interface Order {
  flowId: string;
  body: StartBody;
  caller: Caller;
  key: RequestKey | null;
}

/** @returns the id of the execution, which may have begun earlier under the same key */
async function startOnce(
  { reader, flows, engine, now, checkChat, delegate }: Parts,
  { flowId, body: { variables = {}, chatId }, caller, key }: Order,
): Promise<string> {
  const before = key && (await startedBefore(reader, { starterId: caller.person.id, flowId, key }, now()));
  if (before) return before;
  const { version, isRetired } = await requireStanding(reader, flowId, caller, mayStartFlow, STARTERS);
  if (isRetired) {
    // a start under this key may have been stored just before
    const earlier = key && (await startedBefore(reader, { starterId: caller.person.id, flowId, key }, now()));
    if (earlier) return earlier;
    throw flowRetired();
  }
  if (chatId !== undefined) await checkChat(chatId, caller);
  const prepared = await flows.prepareStart(flowId, version, variables, caller.person);
  await delegate(caller, prepared.flow);
  return engine.start({ ...prepared, startedBy: caller.person, chatId: chatId ?? null, key });
}

/**
 * The execution that this caller began under this key, even if the flow has changed since. Null if there is none, or if
 * the key belongs to another start: then the unit that stores the start refuses it.
 */
async function startedBefore(
  reader: Knex,
  start: { starterId: string; flowId: string; key: RequestKey },
  at: number,
): Promise<string | null> {
  const [before] = (await findStartKeys(reader, [start], at)).values();
  return before?.bodyHash === start.key.bodyHash ? before.executionId : null;
}

/** The flows that concern the caller, or the retired ones that the caller may read; each with what the caller may do. */
async function flowsOf(
  reader: Knex,
  caller: Caller,
  page: { retired: boolean; after?: string; limit: number },
): Promise<FlowSummary[]> {
  const idsOf = page.retired ? idsOfRetired : idsOfConcerning;
  const found = isAdministrator(caller)
    ? await listFlows(reader, page)
    : await findFlows(reader, await idsOf(reader, caller, page));
  const ids = found.map(({ id }) => id);
  const standings = await standingsOf(reader, ids, caller);
  return found.map((flow) => toSummary(flow, caller, standings.get(flow.id) ?? NO_STANDING));
}

const toSummary = ({ updatedAt, retiredAt, ...flow }: StoredFlow, caller: Caller, standing: Standing): FlowSummary => ({
  ...flow,
  variables: flow.variables.map(asShown),
  updatedAt: toIso(updatedAt),
  retiredAt: toIsoOrNull(retiredAt),
  may: whatMayDo(caller, standing, retiredAt !== null),
});
