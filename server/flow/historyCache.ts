import { LRUCache } from 'lru-cache';
import type { Branch } from './branchRules.ts';
import type { History } from './stepStore.ts';

/** The state in which an execution fell asleep. */
export interface Asleep {
  branches: Branch[];
  history: History;
}

interface Entry extends Asleep {
  /** Of the checkpoint with which it fell asleep. */
  epoch: number;
}

/**
 * Executions that fell asleep on this server. One that nobody has held since wakes without re-reading its history. The
 * cache only affects speed.
 */
export interface HistoryCache {
  put(executionId: string, epoch: number, asleep: Asleep): void;
  /** How it fell asleep here. Another server may have held it since. */
  find(executionId: string): Readonly<Entry> | null;
  /**
   * Removes and returns a history; the caller may append to it. Null if it is not cached, or if another server held the
   * execution since.
   * @param epoch of a claim that was just made
   */
  take(executionId: string, epoch: number): History | null;
}

export const HISTORY_CACHE_LIMITS = { executions: 1000, characters: 16_000_000 };

/** Evicts the execution that has slept longest. */
export function createHistoryCache(limits = HISTORY_CACHE_LIMITS): HistoryCache {
  const entries = new LRUCache<string, Entry>({
    max: limits.executions,
    maxSize: limits.characters,
    sizeCalculation: ({ history }) => Math.max(history.size, 1),
  });
  return {
    put: (id, epoch, asleep) => void entries.set(id, { epoch, ...asleep }),
    find: (id) => entries.peek(id) ?? null,
    take(id, epoch) {
      const entry = entries.get(id);
      entries.delete(id);
      return entry && entry.epoch + 1 === epoch ? entry.history : null;
    },
  };
}
