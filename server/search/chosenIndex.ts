import type { SettingValues } from '../foundation/settings/settingTable.ts';
import type { Enforcement } from './azureRules.ts';
import type { SearchIndex } from './searchIndex.ts';

/** The settings that choose. */
export type ServiceSettings = Pick<
  SettingValues,
  'searchEndpoint' | 'searchIndex' | 'searchResource' | 'enableSearchAcl'
>;

/** An index at a search service, as the settings name it. */
export interface ServiceChoice {
  endpoint: string;
  index: string;
  /** What tokens for the service are for: an address, or the id of an application. */
  resource: string;
  enforcement: Enforcement;
}

const USUAL_RESOURCE = 'https://search.azure.com';

/** Null: documents are found in our own database. */
export function serviceIn({
  searchEndpoint,
  searchIndex,
  searchResource,
  enableSearchAcl,
}: ServiceSettings): ServiceChoice | null {
  if (searchEndpoint === null || searchIndex === null) return null;
  return {
    endpoint: searchEndpoint,
    index: searchIndex,
    resource: searchResource ?? USUAL_RESOURCE,
    enforcement: enableSearchAcl ? 'personal' : 'none',
  };
}

/** What whoever searches has to bring a token for, as a scope (behaviour 5.3 D); null: nothing. */
export function searchScopeIn(choice: ServiceSettings): string | null {
  const service = serviceIn(choice);
  return service?.enforcement === 'personal' ? `${service.resource}/user_impersonation` : null;
}

/** The index that the settings name now, whichever it is. */
export interface ChosenIndex extends SearchIndex {
  /** Which one that is: whoever has filled another one begins anew. */
  name(): string;
}

interface Parts {
  settings(): ServiceSettings;
  database: SearchIndex;
  open(service: ServiceChoice): SearchIndex;
}

export function createChosenIndex({ settings, database, open }: Parts): ChosenIndex {
  let opened: { by: string; index: SearchIndex } = { by: 'null', index: database };

  function chosen(): SearchIndex {
    const service = serviceIn(settings());
    const by = JSON.stringify(service);
    if (opened.by !== by) opened = { by, index: service === null ? database : open(service) };
    return opened.index;
  }

  return {
    put: (documents) => chosen().put(documents),
    remove: (ids) => chosen().remove(ids),
    removeSource: (source) => chosen().removeSource(source),
    find: (search) => chosen().find(search),
    isEmpty: () => chosen().isEmpty(),
    name() {
      const service = serviceIn(settings());
      return service === null ? 'database' : `${service.endpoint} ${service.index}`;
    },
  };
}
