import { useAnnounce } from '@fluentui/react-components';

export interface Said {
  words: string;
  /** Where to follow what was done. */
  link?: { href: string; label: string };
  /** True: it says why nothing was done. */
  isRefusal?: boolean;
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
  const say = useSaid();
  return (words, link) => say({ words, link });
}

/** Says why something was not done, likewise. */
export function useSayNot(): (words: string) => void {
  const say = useSaid();
  return (words) => say({ words, isRefusal: true });
}

function useSaid(): (said: Said) => void {
  const { announce } = useAnnounce();
  return (said) => {
    announce(said.words);
    listeners.forEach((listen) => listen(said));
  };
}
