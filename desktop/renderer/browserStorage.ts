/** The used part of `localStorage`. */
export interface TextStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

export interface BrowserStorage extends Omit<TextStorage, 'length' | 'key'> {
  names(): string[];
  /** Whether some text is only in memory, and goes with the page. */
  isInMemory(): boolean;
}

/**
 * Stores text in the browser. If storage is full or blocked, the text is kept in memory while the page is open.
 *
 * @param storage throws if pages may not store anything
 */
export function createBrowserStorage(storage: () => TextStorage): BrowserStorage {
  const held = new Map<string, string>();
  return {
    getItem: (name) => held.get(name) ?? attempt(() => storage().getItem(name)) ?? null,
    setItem(name, text) {
      held.set(name, text);
      attempt(() => {
        storage().setItem(name, text);
        held.delete(name);
      });
    },
    removeItem(name) {
      held.delete(name);
      attempt(() => storage().removeItem(name));
    },
    names: () => [...new Set([...(attempt(() => namesIn(storage())) ?? []), ...held.keys()])],
    isInMemory: () => held.size > 0,
  };
}

const namesIn = (storage: TextStorage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)!);

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
