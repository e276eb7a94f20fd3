import { useAnnounce } from '@fluentui/react-components';

type Listener = (words: string) => void;
const listeners = new Set<Listener>();

/** @returns a function that stops listening */
export function listenToSaid(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that something was done, to eyes and ears: what it was done to may be gone from the page by then. */
export function useSay(): (words: string) => void {
  const { announce } = useAnnounce();
  return (words) => {
    announce(words);
    listeners.forEach((listen) => listen(words));
  };
}
