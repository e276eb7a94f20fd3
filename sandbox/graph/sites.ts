import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant, TenantSite } from '../tenant.ts';
import { badRequest } from './graphError.ts';
import { createLibrary, type Library } from './library.ts';
import { downloadRoutes, libraryRoutes } from './libraryRoutes.ts';
import { mayRead } from './membership.ts';
import { createSiteAccess, itemNotFound, type SiteGrant } from './siteAccess.ts';
import type { SiteParts } from './siteParts.ts';

/** The document sites' handle for tests. */
export interface Sites {
  /** The grants on a site for `Sites.Selected`. @param key of the site */
  grantsOf(key: string): SiteGrant[];
  /** Grants access like a SharePoint administrator, outside the product. @param key of the site */
  grant(key: string, clientId: string): void;
  /** Revokes all grants of an application. */
  revoke(key: string, clientId: string): void;
  /** A document library. @param id of its drive */
  library(id: string): Library;
  /** Removes a library. */
  removeLibrary(id: string): void;
}

const HOST = 'sandbox.sharepoint.com';

export const showSite = ({ id, displayName, webUrl }: TenantSite) => ({
  id,
  name: webUrl.split('/').at(-1)!,
  displayName,
  webUrl,
  isPersonalSite: false,
  siteCollection: { hostname: HOST },
});

const showDrive = (library: Library, site: TenantSite) => ({
  id: library.id,
  name: library.name,
  driveType: 'documentLibrary',
  webUrl: `${site.webUrl}/${encodeURIComponent(library.name)}`,
});

/** Lists omit the roles, as Graph does. */
const showGrant = ({ id, application, roles }: SiteGrant, withRoles: boolean) => ({
  id,
  ...(withRoles && { roles }),
  grantedToIdentitiesV2: [{ application }],
  grantedToIdentities: [{ application }],
});

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** Below `/sites`: sites, their libraries, and grants to applications. */
function siteRoutes(app: FastifyInstance, { tenant, libraries, access, questionOf }: SiteParts): void {
  const siteOf = (id: string) => tenant.sites.find((each) => each.id === id);

  app.get('/sites', async (request) => {
    const question = questionOf(request);
    const search = new URL(request.url, 'http://graph').searchParams.get('search');
    if (search === null) throw badRequest('The search parameter is missing.');
    const sites = access.listed(question.caller, tenant.sites);
    const wanted = search.replaceAll('*', '').toLowerCase();
    return question.pageOf(
      sites.filter(({ displayName }) => displayName.toLowerCase().includes(wanted)),
      showSite,
    );
  });
  app.get('/sites/getAllSites', async (request) => {
    const question = questionOf(request);
    access.requireAll(question.caller);
    return question.pageOf(tenant.sites, showSite);
  });
  app.get('/sites/:id', async (request) =>
    showSite(access.requireRead(questionOf(request).caller, siteOf(idOf(request)))),
  );
  // `/sites/host:/sites/name`: a site by its URL
  app.get('/sites/:id/*', async (request) => {
    const { id, '*': path } = request.params as { id: string; '*': string };
    const address = `https://${id.replace(/:$/, '')}/${path.replace(/:$/, '')}`;
    const found = tenant.sites.find(({ webUrl }) => id.endsWith(':') && webUrl === address);
    return showSite(access.requireRead(questionOf(request).caller, found));
  });
  app.get('/sites/:id/drives', async (request) => {
    const question = questionOf(request);
    const site = access.requireRead(question.caller, siteOf(idOf(request)));
    const own = [...libraries.values()].filter((each) => each.site === site);
    return question.pageOf(own, ({ library }) => showDrive(library, site));
  });

  app.get('/sites/:id/permissions', async (request) => {
    const question = questionOf(request);
    const site = access.requireControl(question.caller, siteOf(idOf(request)));
    return question.pageOf(access.grantsOf(site), (grant) => showGrant(grant, false));
  });
  app.get('/sites/:id/permissions/:grant', async (request) => {
    const site = access.requireControl(questionOf(request).caller, siteOf(idOf(request)));
    const { grant } = request.params as { grant: string };
    const found = access.grantsOf(site).find(({ id }) => id === grant);
    if (!found) throw itemNotFound();
    return showGrant(found, true);
  });
  app.post('/sites/:id/permissions', async (request, reply) => {
    const site = access.requireControl(questionOf(request).caller, siteOf(idOf(request)));
    return reply.code(201).send(showGrant(access.grant(site, request.body), true));
  });
  app.delete('/sites/:id/permissions/:grant', async (request, reply) => {
    const site = access.requireControl(questionOf(request).caller, siteOf(idOf(request)));
    access.revoke(site, (request.params as { grant: string }).grant);
    return reply.code(204).send();
  });
}

/** The tenant's document sites, as in Graph (behaviour 5.3 C). */
export function createSites(tenant: Tenant, now: () => number) {
  const access = createSiteAccess((personId, readers) => mayRead(tenant, personId, readers));
  const libraries = new Map(
    tenant.sites.flatMap((site) =>
      site.libraries.map((library) => [library.id, { site, library: createLibrary(library, now) }] as const),
    ),
  );
  const siteOf = (key: string) => tenant.sites.find((each) => each.key === key)!;
  const sites: Sites = {
    grantsOf: (key) => access.grantsOf(siteOf(key)),
    grant: (key, id) =>
      void access.grant(siteOf(key), { roles: ['read'], grantedToIdentities: [{ application: { id } }] }),
    revoke(key, clientId) {
      const site = siteOf(key);
      for (const { id, application } of access.grantsOf(site)) if (application.id === clientId) access.revoke(site, id);
    },
    library: (id) => libraries.get(id)!.library,
    removeLibrary: (id) => void libraries.delete(id),
  };
  return {
    sites,
    /** @param outside the app for hosts other than Graph */
    routes(
      graph: FastifyInstance,
      outside: FastifyInstance,
      parts: Pick<SiteParts, 'questionOf' | 'secret' | 'drives'>,
    ) {
      const all = { ...parts, tenant, libraries, access, now };
      siteRoutes(graph, all);
      libraryRoutes(graph, all);
      downloadRoutes(outside, all);
    },
  };
}
