import { useState } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import type { FormShape } from '../inputs/formShape.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { fromStoredValues, toStoredValues } from '../personStorage.ts';

/**
 * What was filled in about a chat and not saved: a dialog that is closed by accident, or with its page, takes nothing
 * away. It goes on from the version that it was begun with.
 *
 * @param chat null: one that is to be made
 */
export function useUnsavedChat(chat: Chat | null) {
  const { chats } = useDrafts();
  const name = chat?.id ?? '';
  const [unsaved, setUnsaved] = useState(() => chats.read(name));
  const [base, setBase] = useState(unsaved ? unsaved.base : chat);
  const forget = (): void => chats.clear(name);
  return {
    /** The version that is changed. */
    base,
    typed: unsaved ? { values: fromStoredValues(unsaved.values), note: '' } : undefined,
    keep: ({ values }: FormShape): void => chats.write(name, { base, values: toStoredValues(values) }),
    forget,
    /** Begins anew with another version. */
    startFrom: (version: Chat | null): void => {
      forget();
      setUnsaved(null);
      setBase(version);
    },
  };
}
