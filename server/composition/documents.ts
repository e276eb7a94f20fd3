import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { createApiKeys, type ApiKeys } from '../documents/apiKeys.ts';
import { createConnectionCheck } from '../documents/connectionCheck.ts';
import { createConnections } from '../documents/connections.ts';
import { createEntitlement, type Entitlement } from '../documents/entitlement.ts';
import { createSiteGraph } from '../documents/siteGraph.ts';
import { createSiteService, type SiteService } from '../documents/siteService.ts';
import { createServerRegistration } from '../people/identity/registrations.ts';
import type { Channels } from './channels.ts';
import { graphOf } from './graph.ts';
import type { Ground } from './ground.ts';

/** Document sites: who reads them, and who grants that. */
export interface Documents {
  sites: SiteService;
  entitlement: Entitlement;
  apiKeys: ApiKeys;
  checkConnection: ReturnType<typeof createConnectionCheck>;
}

export function composeDocuments(ground: Ground, { settings, live }: Pick<Channels, 'settings' | 'live'>): Documents {
  const { now, steady } = ground;
  const platformFetch = createPlatformFetch(ground.config.originMap);
  const connections = createConnections({
    settings: live.current,
    connect(asked, name) {
      const registration = createServerRegistration({ ...asked, platformFetch, name });
      const graph = graphOf(registration, { platformFetch, now, steady, name });
      return { registration, sites: createSiteGraph(graph) };
    },
  });
  const sites = createSiteService({ ...ground, connections });
  return {
    sites,
    entitlement: createEntitlement({ ...ground, connections, settings: live.current }),
    apiKeys: createApiKeys({ ...ground, settings, live }),
    checkConnection: createConnectionCheck({ connections, countSites: sites.countSites, platformFetch, now }),
  };
}
