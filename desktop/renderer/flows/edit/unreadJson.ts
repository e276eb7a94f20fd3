import { createContext, useContext, useState } from 'react';
import type { UnreadJson } from '../../drafts/DraftsProvider.tsx';
import type { PersonStorage } from '../../personStorage.ts';
import { nodeOf, type Draft } from '../draft/draft.ts';
import { isRecord } from '../sketch.ts';

type Place = Pick<UnreadJson, 'nodeId' | 'path'>;

export interface UnreadJsonKeeper {
  /** Those that still belong to a field. */
  unread: readonly UnreadJson[];
  keep(typed: UnreadJson): void;
  forget(place: Place): void;
  forgetAll(): void;
  /** A node has another id now. */
  rename(from: string, to: string): void;
}

/** A value as its field shows it. */
export const writtenJson = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

const isAt = (one: Place, other: Place): boolean =>
  one.nodeId === other.nodeId && one.path.join('.') === other.path.join('.');

/** What was typed into this field, if the field still has the value that it had then. */
export const unreadAt = (unread: readonly UnreadJson[], place: Place, value: unknown): UnreadJson | null =>
  unread.find((each) => isAt(each, place) && writtenJson(each.of) === writtenJson(value)) ?? null;

/**
 * Keeps JSON that cannot be read yet, outside of the definition and in this browser: a definition is always JSON while it
 * is drawn.
 *
 * @param draft null while the text of the definition cannot be drawn
 * @param name the name under which unsaved text of the flow is kept; null if the flow has just been begun
 */
export function useUnreadKeeper(
  storage: Pick<PersonStorage<UnreadJson[]>, 'read' | 'write' | 'clear'>,
  draft: Draft | null,
  name: string | null,
): UnreadJsonKeeper {
  const [all, setAll] = useState<readonly UnreadJson[]>(() => (name === null ? [] : (storage.read(name) ?? [])));
  const unread = draft === null ? all : all.filter((each) => isCurrent(each, draft));
  const put = (next: UnreadJson[]): void => {
    setAll(next);
    if (next.length > 0) storage.write(name ?? '', next);
    else storage.clear(name ?? '');
  };
  const without = (place: Place) => unread.filter((each) => !isAt(each, place));
  return {
    unread,
    keep: (typed) => put([...without(typed), typed]),
    forget: (place) => unread.length > 0 && put(without(place)),
    forgetAll: () => put([]),
    rename: (from, to) =>
      unread.length > 0 && put(unread.map((each) => (each.nodeId === from ? { ...each, nodeId: to } : each))),
  };
}

function isCurrent({ nodeId, path, of }: UnreadJson, draft: Draft): boolean {
  const holder = nodeId === '' ? draft : nodeOf(draft, nodeId);
  if (!holder) return false;
  const begin = nodeId === '' ? holder : holder['config'];
  const value = path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), begin);
  return writtenJson(value) === writtenJson(of);
}

const Context = createContext<UnreadJsonKeeper | null>(null);
export const UnreadJsonProvider = Context.Provider;

export function useUnreadJson(): UnreadJsonKeeper {
  const keeper = useContext(Context);
  if (!keeper) throw new Error('useUnreadJson outside of UnreadJsonProvider');
  return keeper;
}
