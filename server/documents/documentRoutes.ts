import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ApiKeyBody,
  ApiKeyView,
  SiteConnection,
  SiteConnectionBody,
  SiteGrantBody,
  SiteGrantList,
  SiteGrantListQuery,
  SiteGrantQuery,
  SiteGrantView,
  SiteList,
  type SiteRegistrationName,
} from '../../contract/documents.ts';
import { TagHeaders } from '../../contract/settings.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { grantedBy, type ApiKeys } from './apiKeys.ts';
import type { Entitlement } from './entitlement.ts';
import type { SiteService } from './siteService.ts';

interface Parts {
  authenticate: Authenticate;
  checkConnection(registration: SiteRegistrationName): Promise<SiteConnection>;
  sites: Pick<SiteService, 'listSites'>;
  entitlement: Entitlement;
  apiKeys: ApiKeys;
}

const tags = ['documents'];

const connectionRoutes =
  ({ authenticate, checkConnection, sites, apiKeys }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAdministrator);

    app.post(
      '/admin/documents/check',
      { schema: { tags, body: SiteConnectionBody, response: { 200: SiteConnection } } },
      ({ body: { registration } }) => checkConnection(registration),
    );
    app.get('/admin/documents/sites', { schema: { tags, response: { 200: SiteList } } }, () => sites.listSites());

    app.put(
      '/admin/documents/api-key',
      { schema: { tags, headers: TagHeaders, body: ApiKeyBody, response: { 200: ApiKeyView } } },
      async ({ caller: { person }, headers }) => ({
        key: await apiKeys.make({ actor: person.id, verifiedBy: 'session' }, headers['if-match']),
      }),
    );
    app.delete(
      '/admin/documents/api-key',
      { schema: { tags, headers: TagHeaders, response: { 204: z.null() } } },
      async ({ caller: { person }, headers }, reply) => {
        await apiKeys.revoke({ actor: person.id, verifiedBy: 'session' }, headers['if-match']);
        return reply.code(204).send(null);
      },
    );
  };

/** Open to scripts with the key, too. */
const grantRoutes =
  ({
    authenticate,
    entitlement,
    apiKeys,
  }: Pick<Parts, 'authenticate' | 'entitlement' | 'apiKeys'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', apiKeys.guard(authenticate));

    app.get(
      '/admin/documents/grants',
      { schema: { tags, querystring: SiteGrantListQuery, response: { 200: SiteGrantList } } },
      async ({ query: { site } }) => ({
        items: site === undefined ? await entitlement.list() : [await entitlement.show(site)],
      }),
    );
    app.post(
      '/admin/documents/grants',
      { schema: { tags, body: SiteGrantBody, response: { 200: SiteGrantView } } },
      (request) => entitlement.grant(request.body.site, grantedBy(request)),
    );
    app.delete(
      '/admin/documents/grants',
      { schema: { tags, querystring: SiteGrantQuery, response: { 200: SiteGrantView } } },
      (request) => entitlement.revoke(request.query.site, grantedBy(request)),
    );
  };

/** Document sites (behaviour 5.3 C), for administrators. */
export const documentRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(connectionRoutes(parts));
    await app.register(grantRoutes(parts));
  };
