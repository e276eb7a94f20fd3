import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 899px)';

function subscribe(tell: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', tell);
  return () => list.removeEventListener('change', tell);
}

/** Whether there is no room for a drawing with a panel beside it: a phone, or a window that is zoomed far in. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
