import { LRUCache } from 'lru-cache';

export interface TimedCacheOptions {
  timeToLiveMs: number;
  /** Of null: what is missing now may come soon. */
  missingTimeToLiveMs: number;
  /** The entry that was asked for longest ago makes room. */
  maxEntries: number;
  /** A clock that never steps, in ms. */
  now: () => number;
}

/** Reads through a cache. Readers of one key at the same time share one read; an error is shared and not kept. */
export type TimedCache<T> = (key: string, read: () => Promise<T>) => Promise<T>;

export function createTimedCache<T>({
  timeToLiveMs,
  missingTimeToLiveMs,
  maxEntries,
  now,
}: TimedCacheOptions): TimedCache<T> {
  const entries = new LRUCache<string, Promise<T>>({ max: maxEntries, perf: { now }, ttlResolution: 0 });

  return (key, read) => {
    const known = entries.get(key);
    if (known) return known;
    const start = now();
    const value = read();
    const isCurrent = () => entries.peek(key) === value;
    entries.set(key, value); // without an end while it is read
    value.then(
      (found) =>
        isCurrent() && entries.set(key, value, { start, ttl: found === null ? missingTimeToLiveMs : timeToLiveMs }),
      () => isCurrent() && entries.delete(key),
    );
    return value;
  };
}
