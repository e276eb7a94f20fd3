import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 899px)';

function subscribe(tell: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener('change', tell);
  return () => list.removeEventListener('change', tell);
}

/** Whether a drawing and a panel do not fit side by side: on a phone, or at high zoom. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
