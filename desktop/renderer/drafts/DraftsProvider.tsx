import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import type { SentMessage } from '../api/chats.ts';
import { createBrowserStorage } from '../browserStorage.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createPersonStorage, type PersonStorage } from '../personStorage.ts';
import { textStorage } from '../textStorage.ts';

interface AllDrafts {
  /** Answers that were begun, by the id of their request. */
  answers: Drafts;
  /** Messages that were begun, by the id of their chat. */
  messages: PersonStorage<string>;
  /** Messages that were sent and may not have arrived, by the id of their chat. */
  sentMessages: PersonStorage<SentMessage>;
  /** Definitions that were not saved, by the id of their flow; that of a new one under no name. */
  definitions: PersonStorage<UnsavedDefinition>;
  /** What was filled in about chats and not saved, by their id; that of a new one under no name. */
  chats: PersonStorage<UnsavedChat>;
  /** Leaves nothing in this browser of what the person has typed and not sent. */
  clearAll(): void;
}

export interface UnsavedDefinition {
  text: string;
  /** The version that the author changes; null in a new flow. */
  madeOn: number | null;
}

export interface UnsavedChat {
  /** The version that is changed; null in a new chat. */
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
 * Keeps what a person types, wherever in the client they are.
 *
 * @param person whose drafts these are
 */
export function DraftsProvider({ person, children }: { person: string; children: ReactNode }) {
  const drafts = useMemo(() => createAllDrafts(person), [person]);
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

function createAllDrafts(person: string): AllDrafts {
  const storage = createBrowserStorage(textStorage);
  const answers = createDrafts(storage, person);
  const messages = createPersonStorage(storage, 'message', person, isText);
  const sentMessages = createPersonStorage(storage, 'sentMessage', person, isSentMessage);
  const definitions = createPersonStorage(storage, 'definition', person, isDefinition);
  const chats = createPersonStorage(storage, 'chat', person, isUnsavedChat);
  const all = { answers, messages, sentMessages, definitions, chats };
  return { ...all, clearAll: () => Object.values(all).forEach((kept) => kept.clearAll()) };
}

const isText = (stored: unknown): stored is string => typeof stored === 'string';

const isSentMessage = (stored: unknown): stored is SentMessage => {
  const { content, key } = (stored ?? {}) as Partial<SentMessage>;
  return isText(content) && isText(key);
};

const isDefinition = (stored: unknown): stored is UnsavedDefinition =>
  isText((stored as Partial<UnsavedDefinition> | null)?.text);

const isUnsavedChat = (stored: unknown): stored is UnsavedChat => {
  const { values } = (stored ?? {}) as Partial<UnsavedChat>;
  return typeof values === 'object' && values !== null;
};
