import type { History } from './stepStore.ts';

/**
 * Histories of executions that fell asleep on this server. An execution that nobody has held since wakes without its
 * history being read again. Nothing depends on it but speed.
 */
export interface HistoryCache {
  /** @param epoch of the checkpoint with which it fell asleep */
  put(executionId: string, epoch: number, history: History): void;
  /**
   * Hands a history out, once: whoever gets it may add to it. Null when it is not here, or when somebody else held the
   * execution since.
   *
   * @param epoch of a claim that was just made
   */
  take(executionId: string, epoch: number): History | null;
}

export const HISTORY_CACHE_LIMITS = { executions: 1000, characters: 16_000_000 };

interface Entry {
  epoch: number;
  history: History;
}

/** The execution that has slept longest makes room. */
export function createHistoryCache(limits = HISTORY_CACHE_LIMITS): HistoryCache {
  const entries = new Map<string, Entry>();
  let characters = 0;

  function remove(id: string): Entry | undefined {
    const entry = entries.get(id);
    if (!entry) return undefined;
    entries.delete(id);
    characters -= entry.history.size;
    return entry;
  }

  return {
    put(id, epoch, history) {
      remove(id);
      entries.set(id, { epoch, history });
      characters += history.size;
      while (entries.size > limits.executions || characters > limits.characters) remove(entries.keys().next().value!);
    },
    take(id, epoch) {
      const entry = remove(id);
      return entry && entry.epoch + 1 === epoch ? entry.history : null;
    },
  };
}
