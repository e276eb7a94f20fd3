import type { TextStorage } from './outboxShelf.ts';

/** What a person has typed and not sent, each piece under a name of its own. */
export interface Kept<Piece> {
  read(name: string): Piece | null;
  write(name: string, piece: Piece): void;
  clear(name: string): void;
  /** Clears all of this person. */
  clearAll(): void;
  /** Clears those of this person that `isWanted` does not hold for. */
  prune(isWanted: (name: string) => boolean): void;
}

/** What is used of the browser's `localStorage`. */
export interface KeptStorage extends TextStorage {
  readonly length: number;
  key(index: number): string | null;
  removeItem(name: string): void;
}

/**
 * Pieces of one kind, kept by this browser under their person, so that a reload or a new sign-in takes nothing away.
 *
 * @param isPiece whether what was stored makes sense; what does not counts as not stored
 */
export function createKept<Piece>(
  storage: KeptStorage,
  kind: string,
  person: string,
  isPiece: (stored: unknown) => stored is Piece,
): Kept<Piece> {
  const prefix = `handback.${kind}.${person}:`; // no address holds a colon: none begins with all of another
  /** What the browser has no room for, held by the page. */
  const held = new Map<string, string>();

  function clear(name: string): void {
    held.delete(name);
    storage.removeItem(prefix + name);
  }
  function prune(isWanted: (name: string) => boolean): void {
    const stored = Array.from({ length: storage.length }, (_, index) => storage.key(index)!)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
    for (const name of new Set([...stored, ...held.keys()])) if (!isWanted(name)) clear(name);
  }
  return {
    read(name) {
      const piece = parse(held.get(name) ?? storage.getItem(prefix + name));
      return isPiece(piece) ? piece : null;
    },
    write(name, piece) {
      const text = JSON.stringify(piece);
      try {
        storage.setItem(prefix + name, text);
        held.delete(name);
      } catch {
        held.set(name, text);
      }
    },
    clear,
    clearAll: () => prune(() => false),
    prune,
  };
}

function parse(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
