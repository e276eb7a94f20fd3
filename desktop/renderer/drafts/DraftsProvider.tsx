import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import type { SentMessage } from '../api/chats.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createPersonStorage, type PersonStorage } from '../personStorage.ts';
import { useTypedStorage } from '../useTypedStorage.ts';

interface AllDrafts {
  /** Draft answers, by request id. */
  answers: Drafts;
  /** Draft messages, by chat id. */
  messages: PersonStorage<string>;
  /** Sent messages that may not have arrived, by chat id. */
  sentMessages: PersonStorage<SentMessage>;
  /** Unsaved definitions, by flow id; a new one under the empty name. */
  definitions: PersonStorage<UnsavedDefinition>;
  /** JSON in fields of drawings that cannot be read yet, by the names of `definitions`. */
  unreadJson: PersonStorage<UnreadJson[]>;
  /** Unsaved chat forms, by chat id; a new one under the empty name. */
  chats: PersonStorage<UnsavedChat>;
  /** Removes all unsent text of the person from this browser. */
  clearAll(): void;
}

export interface UnsavedDefinition {
  text: string;
  /** The version being changed; null for a new flow. */
  madeOn: number | null;
  /** The template that a new flow was begun with. */
  original?: string;
}

/** What was typed as JSON into a field of a drawing and cannot be read yet, so that it is not in the definition. */
export interface UnreadJson {
  /** Empty: a field of the flow itself. */
  nodeId: string;
  /** The path from the config of the node to the field. */
  path: readonly string[];
  text: string;
  /** The value that the field has in the definition; once it has another one, the text is of no use. */
  of?: unknown;
}

export interface UnsavedChat {
  /** The version being changed; null for a new chat. */
  base: Chat | null;
  values: Record<string, unknown>;
}

const DraftsContext = createContext<AllDrafts | null>(null);

export function useDrafts(): AllDrafts {
  const drafts = useContext(DraftsContext);
  if (!drafts) throw new Error('useDrafts outside of DraftsProvider');
  return drafts;
}

/**
 * Stores what a person types anywhere in the client.
 *
 * @param person the owner of the drafts
 */
export function DraftsProvider({ person, children }: { person: string; children: ReactNode }) {
  const storage = useTypedStorage();
  const drafts = useMemo(() => createAllDrafts(storage, person), [storage, person]);
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

function createAllDrafts(storage: BrowserStorage, person: string): AllDrafts {
  const answers = createDrafts(storage, person);
  const messages = createPersonStorage(storage, 'message', person, isText);
  const sentMessages = createPersonStorage(storage, 'sentMessage', person, isSentMessage);
  const definitions = createPersonStorage(storage, 'definition', person, isDefinition);
  const unreadJson = createPersonStorage(storage, 'unreadJson', person, isUnreadJson);
  const chats = createPersonStorage(storage, 'chat', person, isUnsavedChat);
  const all = { answers, messages, sentMessages, definitions, unreadJson, chats };
  return { ...all, clearAll: () => Object.values(all).forEach((kept) => kept.clearAll()) };
}

const isText = (stored: unknown): stored is string => typeof stored === 'string';

const isSentMessage = (stored: unknown): stored is SentMessage => {
  const { content, key } = (stored ?? {}) as Partial<SentMessage>;
  return isText(content) && isText(key);
};

const isDefinition = (stored: unknown): stored is UnsavedDefinition => {
  const { text, original } = (stored ?? {}) as Partial<UnsavedDefinition>;
  return isText(text) && (original === undefined || isText(original));
};

const isUnreadJson = (stored: unknown): stored is UnreadJson[] =>
  Array.isArray(stored) &&
  (stored as Partial<UnreadJson | null>[]).every(
    (each) => isText(each?.nodeId) && isText(each.text) && Array.isArray(each.path) && each.path.every(isText),
  );

const isUnsavedChat = (stored: unknown): stored is UnsavedChat => {
  const { values } = (stored ?? {}) as Partial<UnsavedChat>;
  return typeof values === 'object' && values !== null;
};
