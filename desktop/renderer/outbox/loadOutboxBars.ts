import { useSyncExternalStore } from 'react';

let isLoaded = false;
const listeners = new Set<() => void>();

/** Loads the bars that undo answers on every page. */
export async function loadOutboxBars() {
  const { OutboxBars } = await import('./OutboxBars.tsx');
  isLoaded = true;
  listeners.forEach((tell) => tell());
  return { default: OutboxBars };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether an answer can be undone after its question, which has its own bar, has left the page. */
export const useHasOutboxBars = (): boolean => useSyncExternalStore(subscribe, () => isLoaded);
