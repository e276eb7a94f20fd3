import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { createApiKeys, type ApiKeys } from '../documents/apiKeys.ts';
import { createConnectionCheck } from '../documents/connectionCheck.ts';
import { createConnections } from '../documents/connections.ts';
import { createEntitlement, type Entitlement } from '../documents/entitlement.ts';
import { createLibraryGraph } from '../documents/indexing/libraryGraph.ts';
import { createExtraction } from '../documents/extraction/extraction.ts';
import { createIndexer, type Indexer } from '../documents/indexing/indexer.ts';
import { createIndexingService, type IndexingService } from '../documents/indexing/indexingService.ts';
import { createAppFolderSource } from '../documents/indexing/appFolderSource.ts';
import { createLibrarySource } from '../documents/indexing/librarySource.ts';
import { createSiteGraph } from '../documents/siteGraph.ts';
import { createSiteService, type SiteService } from '../documents/siteService.ts';
import { createServerRegistration, loginOriginOf } from '../people/identity/registrations.ts';
import type { Channels } from './channels.ts';
import { graphOf } from './graph.ts';
import { FILES } from '../files/driveGraph.ts';
import type { Ground } from './ground.ts';
import type { People } from './people.ts';
import { standIn } from './standIn.ts';
import type { Searching } from './search.ts';

/** Document sites: reading them, and granting access to them. */
export interface Documents {
  sites: SiteService;
  entitlement: Entitlement;
  apiKeys: ApiKeys;
  checkConnection: ReturnType<typeof createConnectionCheck>;
  /** Reads documents into the search index. */
  indexer: Indexer;
  indexing: IndexingService;
}

/** Time limit for downloading a large file, in ms. */
const CONTENT_MS = 60_000;

export function composeDocuments(
  ground: Ground,
  { settings, live }: Pick<Channels, 'settings' | 'live'>,
  { searchIndex }: Pick<Searching, 'searchIndex'>,
  people: Pick<People, 'graph'>,
): Documents {
  const { now, steady } = ground;
  const platformFetch = createPlatformFetch(ground.config.originMap);
  const connections = createConnections({
    settings: live.current,
    connect(asked, name) {
      const registration = createServerRegistration({ ...asked, platformFetch, name });
      const graph = graphOf(registration, { platformFetch, now, steady, name });
      return { registration, sites: createSiteGraph(graph), libraries: createLibraryGraph(graph) };
    },
  });
  const sites = createSiteService({ ...ground, connections });
  const indexing = createIndexingService(ground);
  const contentFetch = createPlatformFetch(ground.config.originMap, CONTENT_MS);
  const libraries = createLibrarySource({ ...ground, connections, contentFetch });
  const graph = standIn(people.graph);
  const drives = createLibraryGraph(graph, FILES);
  const appFolders = createAppFolderSource({ ...ground, drives, graph, contentFetch });
  const extraction = createExtraction();
  const indexer = createIndexer({
    ...ground,
    index: searchIndex,
    origins: [libraries, appFolders],
    extract: extraction.extract,
    random: Math.random,
  });
  return {
    indexing,
    indexer: {
      ...indexer,
      stop: async () => void (await Promise.all([indexer.stop(), extraction.close()])),
    },
    sites,
    entitlement: createEntitlement({ ...ground, connections, settings: live.current, changed: indexing.listNow }),
    apiKeys: createApiKeys({ ...ground, settings, live }),
    checkConnection: createConnectionCheck({
      connections,
      countSites: sites.countSites,
      platformFetch,
      loginOrigin: loginOriginOf(ground.config.originMap),
      now,
    }),
  };
}
