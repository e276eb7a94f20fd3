import { useEffect, useState } from 'react';
import { createBrowserStorage, type BrowserStorage } from './browserStorage.ts';
import { textStorage } from './textStorage.ts';

/**
 * The storage for what the person types. If the browser has no room for some of it, the browser asks before the page is
 * left, because that would lose it.
 */
export function useTypedStorage(): BrowserStorage {
  const [storage] = useState(() => createBrowserStorage(textStorage));
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (storage.isInMemory()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [storage]);
  return storage;
}
