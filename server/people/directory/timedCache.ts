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

interface Entry<T> {
  value: Promise<T>;
  expiresAt: number;
}

export function createTimedCache<T>({
  timeToLiveMs,
  missingTimeToLiveMs,
  maxEntries,
  now,
}: TimedCacheOptions): TimedCache<T> {
  const entries = new Map<string, Entry<T>>(); // in the order of last use

  function start(key: string, read: () => Promise<T>): Entry<T> {
    const entry: Entry<T> = { value: read(), expiresAt: Infinity };
    const startedAt = now();
    entry.value.then(
      (value) => (entry.expiresAt = startedAt + (value === null ? missingTimeToLiveMs : timeToLiveMs)),
      () => entries.get(key) === entry && entries.delete(key),
    );
    return entry;
  }

  return (key, read) => {
    const known = entries.get(key);
    const entry = known && now() < known.expiresAt ? known : start(key, read);
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
    return entry.value;
  };
}
