import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { SearchBody, SearchPage } from '../../contract/search.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { throwAsProblem } from '../people/directory/directory.ts';
import type { Hit } from './searchIndex.ts';
import type { SearchService } from './searchService.ts';

interface Parts {
  authenticate: Authenticate;
  search: SearchService;
}

/** Documents, as whoever asks may read them. A POST, so that what somebody looks for stands in no address. */
export const searchRoutes =
  ({ authenticate, search }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.setErrorHandler(throwAsProblem);

    const schema = { tags: ['search'], body: SearchBody, response: { 200: SearchPage } };
    app.post('/search', { config: { isRead: true }, schema }, async ({ caller, body: { query, limit, cursor } }) => {
      const { items, nextCursor } = await search.findAs(caller.person.id, { words: query, limit, cursor });
      return { items: items.map(toView), nextCursor };
    });
  };

const toView = ({ modifiedAt, ...hit }: Hit) => ({ ...hit, modifiedAt: new Date(modifiedAt).toISOString() });
