import { useState } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import type { FormShape } from '../inputs/formShape.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { fromStoredValues, toStoredValues } from '../personStorage.ts';

/**
 * The unsaved form of a chat, kept if the dialog or page is closed by accident. It stays based on the version it
 * started with.
 *
 * @param chat null: a new one
 */
export function useUnsavedChat(chat: Chat | null) {
  const { chats } = useDrafts();
  const name = chat?.id ?? '';
  const [unsaved, setUnsaved] = useState(() => chats.read(name));
  const [base, setBase] = useState(unsaved ? unsaved.base : chat);
  const forget = (): void => chats.clear(name);
  return {
    /** The version being changed. */
    base,
    typed: unsaved ? { values: fromStoredValues(unsaved.values), note: '' } : undefined,
    keep: ({ values }: FormShape): void => chats.write(name, { base, values: toStoredValues(values) }),
    forget,
    /** Restarts from another version. */
    startFrom: (version: Chat | null): void => {
      forget();
      setUnsaved(null);
      setBase(version);
    },
  };
}
