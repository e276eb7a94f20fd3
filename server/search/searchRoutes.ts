import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SearchBody, SearchPage } from '../../contract/search.ts';
import { SEARCH_TOKEN } from '../../contract/searchToken.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { throwAsProblem } from '../people/directory/directory.ts';
import { SearchError, type Hit } from './searchIndex.ts';
import type { SearchService } from './searchService.ts';
import type { SearchTokens } from './searchTokens.ts';

interface Parts {
  authenticate: Authenticate;
  search: SearchService;
  searchTokens: SearchTokens;
}

const TokenHeaders = z.looseObject({
  [SEARCH_TOKEN]: z
    .string()
    .optional()
    .describe('`Bearer` and a token of the same person for `auth.searchScope` of `GET /client-config`, if that is set'),
});

/** Searches documents as the caller. A POST, so that queries do not appear in URLs. */
export const searchRoutes =
  ({ authenticate, search, searchTokens }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.setErrorHandler((error) => {
      throw error instanceof SearchError ? error.toProblem() : throwAsProblem(error);
    });

    const schema = { tags: ['search'], headers: TokenHeaders, body: SearchBody, response: { 200: SearchPage } };
    app.post('/search', { config: { isRead: true }, schema }, async ({ caller, headers, body }) => {
      const { id } = caller.person;
      const personalToken = await searchTokens.check(id, headers[SEARCH_TOKEN]);
      const { query: words, limit, cursor } = body;
      const { items, nextCursor } = await search.findAs(id, { words, limit, cursor, personalToken });
      return { items: items.map(toView), nextCursor };
    });
  };

const toView = ({ modifiedAt, ...hit }: Hit) => ({ ...hit, modifiedAt: new Date(modifiedAt).toISOString() });
