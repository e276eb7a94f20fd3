import { LRUCache } from 'lru-cache';

export interface TimedCacheOptions {
  timeToLiveMs: number;
  /** For null: what is missing now may appear soon. */
  missingTimeToLiveMs: number;
  /** The least recently used entry is evicted. */
  maxEntries: number;
  /** A clock that never steps, in ms. */
  now: () => number;
}

/** Reads through a cache. Concurrent readers of a key share one read; an error is shared, but not cached. */
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
    entries.set(key, value); // no expiry while it is being read
    value.then(
      (found) =>
        isCurrent() && entries.set(key, value, { start, ttl: found === null ? missingTimeToLiveMs : timeToLiveMs }),
      () => isCurrent() && entries.delete(key),
    );
    return value;
  };
}
