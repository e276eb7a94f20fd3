import { LRUCache } from 'lru-cache';

/** A page of an inbox as sent, and the header with the link to the next page. */
export interface SentPage {
  /** JSON */
  text: string;
  link: string | null;
}

/** Limits in characters, for all cached first pages and for one. The least recently used one is evicted. */
const MOST_KEPT = 32_000_000;
const MOST_OF_ONE = 500_000;
/** An erased name disappears from cached pages after this time, in ms. */
const KEPT_MS = 30_000;

/**
 * Caches first pages: when a question is raised or decided, every open client of a person requests the same page, and
 * so do clients that poll. A page belongs to one version of its inbox, which changes whenever anything on the page does
 * (`inboxStates.ts`).
 */
export function createInboxCache(now: () => number) {
  const pages = new LRUCache<string, SentPage & { version: string; at: number }>({
    maxSize: MOST_KEPT,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: ({ text }) => text.length,
  });

  /** @param key identifies the inbox and the query */
  return async (key: string, version: string, read: () => Promise<SentPage>): Promise<SentPage> => {
    const known = pages.get(key);
    if (known?.version === version && Math.abs(now() - known.at) < KEPT_MS) return known;
    const page = { ...(await read()), version, at: now() };
    pages.set(key, page);
    return page;
  };
}
