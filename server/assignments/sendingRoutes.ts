import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { CancelBody } from '../../contract/assignments.ts';
import { PageQuery, pageOf, KeyHeaders } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { AssignBody, Assigned, AssignPreview, Occurrence, PreviewBody, Sending } from '../../contract/sendings.ts';
import { toIso } from '../foundation/database/rows.ts';
import { requireMember, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { keyOf } from '../foundation/requestKey.ts';
import type { Assigning } from './assigning.ts';
import { listOccurrences, type StoredOccurrence } from './occurrenceStore.ts';
import { listSendings } from './sendingStore.ts';
import { toSendings } from './sendingView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  assigning: Assigning;
  now(): number;
}

const tags = ['assignments'];
const Id = z.object({ id: Ulid });

/** Routes for assigning, and for a person's sendings. */
export const sendingRoutes =
  ({ authenticate, reader, assigning, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.post(
      '/assignments',
      {
        onRequest: requireMember,
        schema: { tags, headers: KeyHeaders, body: AssignBody, response: { 201: Assigned } },
      },
      async ({ caller, headers, body }, reply) => {
        return reply.code(201).send(await assigning.create(body, caller, keyOf(headers, body)));
      },
    );

    app.post(
      '/assignments/preview',
      { onRequest: requireMember, schema: { tags, body: PreviewBody, response: { 200: AssignPreview } } },
      ({ body }) => assigning.preview(body),
    );

    app.get(
      '/sendings',
      { schema: { tags, querystring: PageQuery, response: { 200: pageOf(Sending) } } },
      async ({ caller, query: { limit, cursor } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const found = await listSendings(reader, { creatorId: caller.person.id, before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
        return { items: await toSendings(reader, items, now()), nextCursor };
      },
    );

    app.get(
      '/sendings/:id',
      { schema: { tags, params: Id, response: { 200: Sending } } },
      async ({ caller, params }) => (await toSendings(reader, [await assigning.open(params.id, caller)], now()))[0]!,
    );

    app.post(
      '/sendings/:id/new-members',
      { schema: { tags, params: Id, response: { 200: Assigned } } },
      ({ caller, params }) => assigning.assignNewMembers(params.id, caller),
    );

    app.register(endingRoutes(assigning));

    app.get(
      '/sendings/:id/occurrences',
      { schema: { tags, params: Id, querystring: PageQuery, response: { 200: pageOf(Occurrence) } } },
      async ({ caller, params, query: { limit, cursor } }) => {
        await assigning.open(params.id, caller);
        const before = cursor === undefined ? undefined : decodeCursor(z.int(), cursor);
        const { items, nextCursor } = toPage(
          await listOccurrences(reader, params.id, { before, limit: limit + 1 }),
          limit,
          ({ at }) => at,
        );
        return { items: items.map(toOccurrence), nextCursor };
      },
    );
  };

const endingRoutes =
  (assigning: Assigning): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/sendings/:id/end', { schema: { tags, params: Id, response: { 200: Sending } } }, ({ caller, params }) =>
      assigning.endRecurrence(params.id, caller),
    );

    app.post(
      '/sendings/:id/cancel',
      { schema: { tags, params: Id, body: CancelBody, response: { 200: Sending } } },
      ({ caller, params, body }) => assigning.cancelForAll(params.id, caller, body.reason),
    );
  };

const toOccurrence = ({ at, givenUpTo, ...rest }: StoredOccurrence): Occurrence => ({
  ...rest,
  at: toIso(at),
  isUnderWay: givenUpTo !== null,
});
