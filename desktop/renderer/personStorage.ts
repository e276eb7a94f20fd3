import type { BrowserStorage } from './browserStorage.ts';

/** A person's unsent pieces of text, by name. */
export interface PersonStorage<Piece> {
  read(name: string): Piece | null;
  readAll(): Piece[];
  names(): string[];
  write(name: string, piece: Piece): void;
  clear(name: string): void;
  /** Deletes all pieces of this person. */
  clearAll(): void;
  /** Deletes this person's pieces for which `isWanted` is false. */
  prune(isWanted: (name: string) => boolean): void;
  /** Whether the change may concern one of these. */
  isConcerned(change: StorageChange): boolean;
}

/** A storage event from another page; a null key means that everything was cleared. */
export interface StorageChange {
  key: string | null;
  newValue: string | null;
}

/**
 * Stores pieces of one kind per person in this browser, so that a reload or a new sign-in loses nothing.
 *
 * @param isPiece validates a stored value and the name it has; invalid ones count as absent
 */
export function createPersonStorage<Piece>(
  storage: BrowserStorage,
  kind: string,
  person: string,
  isPiece: (stored: unknown, name: string) => stored is Piece,
): PersonStorage<Piece> {
  const prefix = `handback.${kind}.${person}:`; // addresses contain no colon, so no prefix starts with another one
  const names = (): string[] =>
    storage.names().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  const read = (name: string): Piece | null => {
    const piece = parseStored(storage.getItem(prefix + name));
    return isPiece(piece, name) ? piece : null;
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

/** The values in storable form: JSON drops undefined, so an emptied field becomes null. */
export const toStoredValues = (values: Values): Values => mapped(values, (value) => value ?? null);

/** The inverse of `toStoredValues`. */
export const fromStoredValues = (stored: Values): Values => mapped(stored, (value) => value ?? undefined);

const mapped = (values: Values, change: (value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** @returns null if it cannot be parsed */
export function parseStored(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
