import { useEffectEvent, useLayoutEffect, type ReactNode } from 'react';
import { isTypedInto } from '../shortcuts.ts';

interface Props {
  /** The person no longer waits for it. */
  onLeft(): void;
  children?: ReactNode;
}

/**
 * Stands in for a dialog or menu that is being loaded after a press. It takes the focus when it opens, so it must not
 * open for a person who meanwhile has pressed Escape, gone to another page or begun to type elsewhere.
 */
export function ToCome({ onLeft, children = null }: Props) {
  const leave = useEffectEvent(onLeft);
  // ends before the dialog that has come focuses a field of its own
  useLayoutEffect(() => {
    const waiting = new AbortController();
    const { signal } = waiting;
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
    document.addEventListener('focusin', ({ target }) => isTypedInto(target) && leave(), { signal });
    // the key before may have opened another page, which is reported late
    const { hash } = window.location;
    window.addEventListener('hashchange', () => window.location.hash !== hash && leave(), { signal });
    return () => waiting.abort();
  }, []);
  return children;
}
