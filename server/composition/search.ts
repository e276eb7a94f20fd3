import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { createBearerVerifier } from '../people/identity/bearer.ts';
import { createAppToken } from '../people/identity/registrations.ts';
import { begunIndex, storeBegunIndex } from '../search/begunIndexStore.ts';
import { createAzureClient } from '../search/azureClient.ts';
import { createAzureIndex } from '../search/azureIndex.ts';
import {
  createChosenIndex,
  indexNameIn,
  serviceIn,
  type ChosenIndex,
  type ServiceChoice,
} from '../search/chosenIndex.ts';
import { createDatabaseIndex } from '../search/databaseIndex.ts';
import { createSearchService, type SearchService } from '../search/searchService.ts';
import { createSearchTokens, type SearchTokens } from '../search/searchTokens.ts';
import type { Ground } from './ground.ts';
import type { People } from './people.ts';

/** The search for documents. */
export interface Searching {
  /** For indexing: documents put here are found. */
  searchIndex: ChosenIndex;
  search: SearchService;
  searchTokens: SearchTokens;
}

export async function composeSearch(
  ground: Ground,
  { directory, registrations }: Pick<People, 'directory' | 'registrations'>,
  live: LiveSettings,
): Promise<Searching> {
  const { now, report, units } = ground;
  const platformFetch = createPlatformFetch(ground.config.originMap, CALL_WITHIN_MS);

  function openService({ endpoint, index, resource, enforcement }: ServiceChoice, missing: () => Promise<void>) {
    const appToken = createAppToken({ ...registrations(), platformFetch, resource });
    const client = createAzureClient({ endpoint, index, enforcement, appToken: () => appToken(), platformFetch, now });
    return createAzureIndex({ client, index, enforcement, missing });
  }

  const searchIndex = createChosenIndex({
    settings: live.current,
    begun: await units.run(({ trx }) => begunIndex(trx, indexNameIn(live.current()))),
    storeBegun: (name) => units.run(({ trx }) => storeBegunIndex(trx, name)),
    database: createDatabaseIndex(ground),
    open: openService,
    now,
  });
  const search = createSearchService({ ...ground, index: searchIndex, directory });
  const searchTokens = createSearchTokens({
    service: () => serviceIn(live.current()),
    verifierFor: (ids) => createBearerVerifier({ ...registrations(), ...ids, platformFetch, now }),
  });
  const looking = search.look().catch((error: unknown) => report(error, 'search'));
  if (serviceIn(live.current()) === null) await looking; // the start never waits for an external service
  return { searchIndex, search, searchTokens };
}

/** A batch of documents can be several megabytes. */
const CALL_WITHIN_MS = 30_000;
