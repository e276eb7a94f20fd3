import type { BrowserStorage } from './browserStorage.ts';

/** What a person has typed and not sent, each piece under a name of its own. */
export interface PersonStorage<Piece> {
  read(name: string): Piece | null;
  readAll(): Piece[];
  names(): string[];
  write(name: string, piece: Piece): void;
  clear(name: string): void;
  /** Clears all of this person. */
  clearAll(): void;
  /** Clears those of this person that `isWanted` does not hold for. */
  prune(isWanted: (name: string) => boolean): void;
  /** Whether another page of this browser may have changed one of these. */
  isConcerned(change: StorageChange): boolean;
}

/** What a browser tells its other pages when one has changed what is stored; without a key: everything. */
export interface StorageChange {
  key: string | null;
  newValue: string | null;
}

/**
 * Pieces of one kind, kept by this browser under their person, so that a reload or a new sign-in takes nothing away.
 *
 * @param isPiece whether what was stored makes sense; what does not counts as not stored
 */
export function createPersonStorage<Piece>(
  storage: BrowserStorage,
  kind: string,
  person: string,
  isPiece: (stored: unknown) => stored is Piece,
): PersonStorage<Piece> {
  const prefix = `handback.${kind}.${person}:`; // no address holds a colon: none begins with all of another
  const names = (): string[] =>
    storage.names().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const read = (name: string): Piece | null => {
    const piece = parseStored(storage.getItem(prefix + name));
    return isPiece(piece) ? piece : null;
  };
  const clear = (name: string): void => storage.removeItem(prefix + name);
  const prune = (isWanted: (name: string) => boolean): void => {
    for (const name of names()) if (!isWanted(name)) clear(name);
  };
  return {
    read,
    names,
    readAll: () => names().flatMap((name) => read(name) ?? []),
    write: (name, piece) => storage.setItem(prefix + name, JSON.stringify(piece)),
    clear,
    clearAll: () => prune(() => false),
    prune,
    isConcerned: ({ key }) => key === null || key.startsWith(prefix),
  };
}

type Values = Record<string, unknown>;

/** Fields as they are kept: one that was emptied has no value, and what has none would not be stored. */
export const toStoredValues = (values: Values): Values => mapped(values, (value) => value ?? null);

/** What `toStoredValues` was given. */
export const fromStoredValues = (stored: Values): Values => mapped(stored, (value) => value ?? undefined);

const mapped = (values: Values, change: (value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** @returns null for what makes no sense */
export function parseStored(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
