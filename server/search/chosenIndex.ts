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

/** Which index the settings name, in a word. */
export function indexNameIn(choice: ServiceSettings): string {
  const service = serviceIn(choice);
  return service === null ? 'database' : `${service.endpoint} ${service.index}`;
}

/** The index that the settings name now, whichever it is. */
export interface ChosenIndex extends SearchIndex {
  /** Whether what it holds can be relied on: another one may have been chosen. */
  isCurrent(): boolean;
  /**
   * Begins with the one that is chosen now, empty: what it holds is of another time. Until then nothing is found in it.
   * @param refill has everything put again
   */
  begin(refill: () => Promise<void>): Promise<void>;
  /**
   * What is done when the chosen one is gone, before it is made again.
   * @param refill has everything put again
   */
  whenGone(refill: () => Promise<void>): void;
  /** When this server had to make the chosen one again, in ms; null: it was there. */
  madeAgainAt(): number | null;
}

interface Parts {
  settings(): ServiceSettings;
  database: SearchIndex;
  /** @param missing as an index of a service calls it when there is none */
  open(service: ServiceChoice, missing: () => Promise<void>): SearchIndex;
  now(): number;
}

const NOTHING = { items: [], nextCursor: null };

export function createChosenIndex({ settings, database, open, now }: Parts): ChosenIndex {
  let opened: { by: string; index: SearchIndex } = { by: 'null', index: database };
  let begun = indexNameIn(settings());
  let isBeginning = false;
  let madeAgainAt: number | null = null;
  let setRefill: (refill: () => Promise<void>) => void;
  const refilling = new Promise<() => Promise<void>>((resolve) => (setRefill = resolve));

  async function missing(): Promise<void> {
    if (isBeginning) return;
    await (
      await refilling
    )();
    madeAgainAt = now();
  }

  function chosen(): SearchIndex {
    const service = serviceIn(settings());
    const by = JSON.stringify(service);
    if (opened.by !== by) opened = { by, index: service === null ? database : open(service, missing) };
    return opened.index;
  }
  const isCurrent = (): boolean => indexNameIn(settings()) === begun;

  return {
    put: (documents) => chosen().put(documents),
    allow: (documents) => chosen().allow(documents),
    clear: () => chosen().clear(),
    remove: (ids) => chosen().remove(ids),
    removeSource: (source) => chosen().removeSource(source),
    find: async (search) => (isCurrent() ? chosen().find(search) : NOTHING),
    isEmpty: async () => !isCurrent() || chosen().isEmpty(),
    isCurrent,
    async begin(refill) {
      const name = indexNameIn(settings());
      isBeginning = true;
      try {
        await chosen().clear();
        await refill();
      } finally {
        isBeginning = false;
      }
      begun = name;
      madeAgainAt = null;
    },
    whenGone: (refill) => setRefill(refill),
    madeAgainAt: () => madeAgainAt,
  };
}
