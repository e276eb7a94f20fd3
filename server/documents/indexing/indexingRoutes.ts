import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  FaultyDocumentPage,
  FaultyDocumentQuery,
  IndexAnewBody,
  IndexedSourceList,
  IndexNowBody,
} from '../../../contract/indexing.ts';
import { requireAdministrator, type Authenticate } from '../../foundation/http/authenticate.ts';
import type { IndexingService } from './indexingService.ts';

interface Parts {
  authenticate: Authenticate;
  indexing: IndexingService;
}

const tags = ['documents'];

/** The state of indexing (behaviour 5.6), for administrators. */
export const indexingRoutes =
  ({ authenticate, indexing }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAdministrator);

    app.get('/admin/documents/indexing', { schema: { tags, response: { 200: IndexedSourceList } } }, () =>
      indexing.list(),
    );
    app.get(
      '/admin/documents/indexing/faults',
      { schema: { tags, querystring: FaultyDocumentQuery, response: { 200: FaultyDocumentPage } } },
      ({ query: { source, ...page } }) => indexing.faulty(source, page),
    );
    app.post(
      '/admin/documents/indexing/read',
      { schema: { tags, body: IndexNowBody, response: { 204: z.null() } } },
      async ({ body, caller: { person } }, reply) => {
        await indexing.readNow(body.source ?? null, person.id);
        return reply.code(204).send(null);
      },
    );
    app.post(
      '/admin/documents/indexing/read-anew',
      { schema: { tags, body: IndexAnewBody, response: { 204: z.null() } } },
      async ({ body, caller: { person } }, reply) => {
        await indexing.readAnew(body.source, person.id);
        return reply.code(204).send(null);
      },
    );
  };
