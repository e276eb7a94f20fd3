import type { TextStorage } from '../../../desktop/renderer/browserStorage.ts';

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
