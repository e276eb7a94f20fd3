import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { SEARCH_ORIGIN } from '../../sandbox/search/searchService.ts';
import { SEARCH_SERVICE } from '../../sandbox/identity/scopes.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import { createAppToken } from '../../server/people/identity/registrations.ts';
import { createAzureClient } from '../../server/search/azureClient.ts';
import { createAzureIndex } from '../../server/search/azureIndex.ts';
import type { Enforcement } from '../../server/search/azureRules.ts';
import { createDatabaseIndex } from '../../server/search/databaseIndex.ts';
import type { SearchIndex } from '../../server/search/searchIndex.ts';
import { forEachDatabase } from '../support/databases.ts';
import { emptyTables, useStore } from '../support/openStore.ts';

/** The name of the index in the sandbox's search service. */
export const INDEX = 'documents';

/** An index in a sandbox's search service, as the server uses it. */
export function azureIndexOf({ config }: Sandbox, enforcement: Enforcement = 'none'): SearchIndex {
  const platformFetch = createPlatformFetch(config.originMap);
  const appToken = createAppToken({
    tenantId: config.tenantId!,
    directoryClientId: config.directoryClientId!,
    directoryClientSecret: config.directoryClientSecret,
    directoryAuthType: 'clientCredentials',
    platformFetch,
    resource: SEARCH_SERVICE,
  });
  const client = createAzureClient({
    endpoint: SEARCH_ORIGIN,
    index: INDEX,
    enforcement,
    appToken: () => appToken(),
    platformFetch,
    now: Date.now,
  });
  return createAzureIndex({ client, index: INDEX, enforcement });
}

interface Tried {
  index(): SearchIndex;
  empty(): Promise<void>;
}

/** Runs tests on every index: in each database, and in the search service. It is empty before each test. */
export function forEachIndex(test: (tried: Tried) => void): void {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);
    let index: SearchIndex;
    before(() => (index = createDatabaseIndex({ units: store.units, reader: store.db.reader })));
    test({ index: () => index, empty: () => emptyTables(store.db) });
  });

  describe('on Azure AI Search', () => {
    let sandbox: Sandbox;
    let index: SearchIndex;
    before(async () => {
      sandbox = await startSandbox({ portBase: 0 });
      index = azureIndexOf(sandbox);
    });
    after(() => sandbox?.close());
    beforeEach(() => sandbox.search.drop(INDEX));
    test({ index: () => index, empty: async () => sandbox.search.drop(INDEX) });
  });
}
