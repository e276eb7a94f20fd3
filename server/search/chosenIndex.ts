import type { SettingValues } from '../foundation/settings/settingTable.ts';
import type { Enforcement } from './azureRules.ts';
import type { SearchIndex } from './searchIndex.ts';

/** The settings that choose the index. */
export type ServiceSettings = Pick<
  SettingValues,
  'searchEndpoint' | 'searchIndex' | 'searchResource' | 'enableSearchAcl'
>;

/** An index at a search service, according to the settings. */
export interface ServiceChoice {
  endpoint: string;
  index: string;
  /** The resource of the service's tokens: an address, or an application's id. */
  resource: string;
  enforcement: Enforcement;
}

const USUAL_RESOURCE = 'https://search.azure.com';

/** Null: documents are indexed in our own database. */
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

/** The scope of the token a searching person must bring (behaviour 5.3 D); null: none. */
export function searchScopeIn(choice: ServiceSettings): string | null {
  const service = serviceIn(choice);
  return service?.enforcement === 'personal' ? `${service.resource}/user_impersonation` : null;
}

/** A name for the index that the settings choose. */
export function indexNameIn(choice: ServiceSettings): string {
  const service = serviceIn(choice);
  return service === null ? 'database' : `${service.endpoint} ${service.index}`;
}

/** The index that the settings currently choose. */
export interface ChosenIndex extends SearchIndex {
  /** Whether its content can be relied on: false once the settings choose another one. */
  isCurrent(): boolean;
  /**
   * Switches to the currently chosen index and empties it: old content is outdated. Until then searches find nothing.
   * @param refill has everything indexed again
   */
  begin(refill: () => Promise<void>): Promise<void>;
  /**
   * Sets what happens when the chosen index has disappeared, before it is created again.
   * @param refill has everything indexed again
   */
  whenGone(refill: () => Promise<void>): void;
  /** When this server had to recreate the chosen index, in ms; null: it did not have to. */
  madeAgainAt(): number | null;
}

interface Parts {
  settings(): ServiceSettings;
  /** The index that was begun last, perhaps before a restart. */
  begun: string;
  storeBegun(name: string): Promise<void>;
  database: SearchIndex;
  /** @param missing called if the index does not exist */
  open(service: ServiceChoice, missing: () => Promise<void>): SearchIndex;
  now(): number;
}

const NOTHING = { items: [], nextCursor: null };

export function createChosenIndex({ settings, storeBegun, database, open, now, ...parts }: Parts): ChosenIndex {
  let opened: { by: string; index: SearchIndex } = { by: 'null', index: database };
  let { begun } = parts;
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
        await storeBegun(name);
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
