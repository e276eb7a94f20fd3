import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import type { TextStorage } from './outboxShelf.ts';

/** What somebody has typed and not sent. */
export interface Draft {
  values: Record<string, unknown>;
  note: string;
}

export interface Drafts {
  read(requestId: string): Draft | null;
  write(requestId: string, specs: readonly VariableSpec[], draft: Draft): void;
  clear(requestId: string): void;
  /** Clears all of this person. */
  clearAll(): void;
  /** Clears those of this person that `isWanted` does not hold for. */
  prune(isWanted: (requestId: string) => boolean): void;
}

/** What is used of the browser's `localStorage`. */
export interface DraftStorage extends TextStorage {
  readonly length: number;
  key(index: number): string | null;
  removeItem(name: string): void;
}

/** A secret is not left lying about, and a file that nobody has sent is cleared away by the server. */
const NEVER_KEPT: readonly VariableType[] = ['password', 'file', 'hidden'];

/** What a person types, kept by this browser under person and request, so that a reload or a new sign-in takes nothing away. */
export function createDrafts(storage: DraftStorage, person: string): Drafts {
  const prefix = `handback.draft.${person}.`;
  function prune(isWanted: (requestId: string) => boolean): void {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index)!);
    for (const name of names)
      if (name.startsWith(prefix) && !isWanted(name.slice(prefix.length))) storage.removeItem(name);
  }
  return {
    read: (requestId) => parse(storage.getItem(prefix + requestId)),
    write(requestId, specs, { values, note }) {
      const kept = specs.filter(({ type }) => !NEVER_KEPT.includes(type)).map(({ name }) => [name, values[name]]);
      try {
        storage.setItem(prefix + requestId, JSON.stringify({ values: Object.fromEntries(kept), note }));
      } catch {
        // the browser has no room: the page still holds what was typed
      }
    },
    clear: (requestId) => storage.removeItem(prefix + requestId),
    clearAll: () => prune(() => false),
    prune,
  };
}

function parse(stored: string | null): Draft | null {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<Draft> | null;
    return draft && typeof draft.values === 'object' && typeof draft.note === 'string' ? (draft as Draft) : null;
  } catch {
    return null;
  }
}
