import type { SearchPage } from '../../../contract/search.ts';
import type { FaultyDocumentPage, IndexedSourceList, IndexedSourceView } from '../../../contract/indexing.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import type { Config } from '../../../server/foundation/config.ts';
import { startProduct, type Client, type TestProduct } from '../../support/product.ts';
import { validSettings, tenantWith } from '../support.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HANDBOOK = 'b!handbook-documents';
const LIFETIME_SECONDS = 400 * 24 * 3600;

/** A product whose clock and libraries a test changes. */
export interface Stage {
  sandbox: Sandbox;
  product: TestProduct;
  ada: Client;
  barbara: Client;
  now(): number;
  /** Moves the clock, and lets a server do what is due. */
  tick(ms?: number, product?: TestProduct): Promise<void>;
  /** The same, until everything due then is done. */
  settle(ms?: number): Promise<void>;
  /** The titles that a person finds, sorted. */
  find(client: Client, query: string): Promise<string[]>;
  sources(): Promise<IndexedSourceView[]>;
  /** One source, by the id of its library. */
  source(library?: string): Promise<IndexedSourceView>;
  faults(library?: string): Promise<[title: string, fault: string][]>;
  close(): Promise<void>;
}

export async function openStage(
  openUrl: () => Promise<string>,
  { roles = ['Sites.Read.All'], config = {} }: { roles?: string[]; config?: Partial<Config> } = {},
): Promise<Stage> {
  let time = Date.now();
  const now = () => time;
  let latest = 0;
  const nowOfOthers = () => (latest = Math.max(latest, time)); // their clocks are correct
  const sandbox = await startSandbox({
    portBase: 0,
    now: nowOfOthers,
    lifetimeSeconds: LIFETIME_SECONDS,
    tenant: tenantWith(...roles),
  });
  const options = { sandbox, openUrl, now, withLoops: false, config: { ...validSettings(sandbox), ...config } };
  const product = await startProduct(options);
  const [ada, barbara] = await Promise.all(['ada', 'barbara'].map((name) => product.as(`${name}@sandbox.test`)));

  const stage: Stage = {
    sandbox,
    product,
    ada: ada!,
    barbara: barbara!,
    now,
    async tick(ms = 1_000, by = product) {
      time += ms;
      const { indexer } = by.product.services.documents;
      await indexer.loop.tick(time);
      await indexer.idle();
    },
    async settle(ms = 0) {
      await stage.tick(ms);
      const { reader } = product.product.services.ground;
      const isDue = async () =>
        (
          await reader('indexed_sources')
            .whereNot({ state: 'gone' })
            .where('next_at', '<=', time + 1_000)
        ).length > 0;
      while (await isDue()) await stage.tick();
    },
    find: async (client, query) =>
      (await client.call<SearchPage>('POST', '/search', { query, limit: 50 })).body.items
        .map(({ title }) => title)
        .sort(),
    sources: async () => (await stage.ada.call<IndexedSourceList>('GET', '/admin/documents/indexing')).body.items,
    source: async (library = HANDBOOK) => (await stage.sources()).find(({ id }) => id === `library:${library}`)!,
    async faults(library = HANDBOOK) {
      const path = `/admin/documents/indexing/faults?source=${encodeURIComponent(`library:${library}`)}`;
      const { body } = await stage.ada.call<FaultyDocumentPage>('GET', path);
      return body.items.map(({ title, fault }): [string, string] => [title, fault]).sort();
    },
    async close() {
      await product.close();
      await sandbox.close();
    },
  };
  return stage;
}
