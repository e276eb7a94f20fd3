import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import { SentPage, SentQuery, UnansweredPage, UnansweredQuery, WithdrawBody } from '../../contract/sent.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import { createSentRequests, nameOnly } from './sentRequests.ts';
import { findSent } from './sentStore.ts';

type Parts = Parameters<typeof createSentRequests>[0] & { authenticate: Authenticate };

/** A cursor names its list and is invalid for the other one. */
const Cursor = z.tuple([z.enum(['waiting', 'closed']), z.int(), RequestId]);

/** The question whose people it lists, and the last of them. */
const PeopleCursor = z.tuple([RequestId, z.string(), z.string()]);

/** What the caller has asked, and what can be done about it. */
export const sentRoutes =
  ({ authenticate, ...parts }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const sent = createSentRequests(parts);
    const byId = { tags: ['requests'], params: z.object({ id: RequestId }) };

    app.get(
      '/user/requests',
      { schema: { tags: ['requests'], querystring: SentQuery, response: { 200: SentPage } } },
      async ({ caller, query: { status, limit, cursor } }) => {
        const OfThis = Cursor.refine(([of]) => of === status);
        const [, at, id] = cursor === undefined ? [] : decodeCursor(OfThis, cursor);
        const isOpen = status === 'waiting';
        const after = at === undefined ? undefined : { at, id: id! };
        const found = await findSent(parts.reader, { starterId: caller.person.id, isOpen, after, limit: limit + 1 });
        const page = toPage(found, limit, (last) => [status, isOpen ? last.expiresAt : last.raisedAt, last.id]);
        return { ...page, items: await sent.view(page.items) };
      },
    );

    app.get(
      '/requests/:id/unanswered',
      { schema: { ...byId, querystring: UnansweredQuery, response: { 200: UnansweredPage } } },
      async ({ caller, params: { id }, query: { unreached, limit, cursor } }) => {
        const OfThis = PeopleCursor.refine(([of]) => of === id);
        const [, displayName, person] = cursor === undefined ? [] : decodeCursor(OfThis, cursor);
        const after = person === undefined ? undefined : { displayName: displayName!, id: person };
        const found = await sent.unanswered(id, { after, limit: limit + 1, isUnreached: unreached }, caller);
        const page = toPage(found, limit, (last) => [id, last.displayName, last.id]);
        return { ...page, items: page.items.map(nameOnly) };
      },
    );

    app.post(
      '/requests/:id/nudge',
      { schema: { ...byId, response: { 204: z.null() } } },
      async ({ caller, params }, reply) => {
        await sent.nudge(params.id, caller);
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/requests/:id/withdraw',
      { schema: { ...byId, body: WithdrawBody, response: { 204: z.null() } } },
      async ({ caller, params, body }, reply) => {
        await sent.withdraw(params.id, body.reason.trim(), caller);
        return reply.code(204).send(null);
      },
    );
  };
