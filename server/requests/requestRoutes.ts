import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { RequestId } from '../../contract/ids.ts';
import { RequestView } from '../../contract/requests.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { findConcerning, mayOpenFrom, seesContext } from './concerned.ts';
import { toRequestView } from './requestView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  now(): number;
}

/**
 * Requests as seen by those whom they concern: assignees, the starter, owners and readers of the flow, administrators.
 */
export const requestRoutes =
  ({ authenticate, reader, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    const schema = { tags: ['requests'], params: z.object({ id: RequestId }), response: { 200: RequestView } };
    app.get('/requests/:id', { schema }, async ({ caller, params }) => {
      const found = await findConcerning(reader, params.id, caller);
      if (!found) throw notFound('request'); // other callers are not told that it exists
      return toRequestView(reader, found.request, {
        personId: caller.person.id,
        mayOpen: await mayOpenFrom(reader, found.request, caller),
        showsDeliveries: found.concern === 'owner',
        showsContext: await seesContext(reader, found.request, caller),
        now: now(),
      });
    });
  };
