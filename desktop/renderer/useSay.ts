import { useAnnounce } from '@fluentui/react-components';

export interface Said {
  words: string;
  /** Where to follow what was done. */
  link?: { href: string; label: string };
}

type Listener = (said: Said) => void;
const listeners = new Set<Listener>();

/** @returns a function that stops listening */
export function listenToSaid(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that something was done, to eyes and ears: what it was done to may be gone from the page by then. */
export function useSay(): (words: string, link?: Said['link']) => void {
  const { announce } = useAnnounce();
  return (words, link) => {
    announce(words);
    listeners.forEach((listen) => listen({ words, link }));
  };
}
