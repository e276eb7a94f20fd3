import { LRUCache } from 'lru-cache';

/** A page of an inbox as it goes to its person, and the header that says where the next one begins. */
export interface SentPage {
  /** JSON */
  text: string;
  link: string | null;
}

/** First pages that are kept, in characters of all and of one; the one that was asked for longest ago makes room. */
const MOST_KEPT = 32_000_000;
const MOST_OF_ONE = 500_000;
/** A name that was erased is gone from what people see after this time, in ms. */
const KEPT_MS = 30_000;

/**
 * Reads first pages through a memory: when a question is raised or decided, every open client of a person asks for the
 * same page, and so does whoever looks again and again. A page is of one version of its inbox, which changes whenever
 * anything on the page does (`inboxStates.ts`).
 */
export function createInboxMemory(now: () => number) {
  const pages = new LRUCache<string, SentPage & { version: string; at: number }>({
    maxSize: MOST_KEPT,
    maxEntrySize: MOST_OF_ONE,
    sizeCalculation: ({ text }) => text.length,
  });

  /** @param key whose inbox it is, and what of it */
  return async (key: string, version: string, read: () => Promise<SentPage>): Promise<SentPage> => {
    const known = pages.get(key);
    if (known?.version === version && Math.abs(now() - known.at) < KEPT_MS) return known;
    const page = { ...(await read()), version, at: now() };
    pages.set(key, page);
    return page;
  };
}
