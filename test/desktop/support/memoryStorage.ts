import type { TextStorage } from '../../../desktop/renderer/browserStorage.ts';
import type { StorageChange } from '../../../desktop/renderer/personStorage.ts';

/** A browser's storage. */
export class MemoryStorage implements TextStorage {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  key = (index: number): string | null => [...this.#kept.keys()][index] ?? null;
  getItem = (name: string): string | null => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#kept.set(name, value);
  removeItem = (name: string): void => void this.#kept.delete(name);
}

/** The same storage as one page sees it. @param tell the other pages, of a change made by this one */
export const storageOfPage = (storage: MemoryStorage, tell: (change: StorageChange) => void): TextStorage => ({
  get length() {
    return storage.length;
  },
  key: storage.key,
  getItem: storage.getItem,
  setItem(key, newValue) {
    if (storage.getItem(key) === newValue) return;
    storage.setItem(key, newValue);
    tell({ key, newValue });
  },
  removeItem(key) {
    if (storage.getItem(key) === null) return;
    storage.removeItem(key);
    tell({ key, newValue: null });
  },
});
