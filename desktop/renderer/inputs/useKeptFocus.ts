import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Keeps the focus in a place when what has it goes away, as a button does that is pressed to remove something: at what is
 * marked with `data-keeps-focus`, or else at the first button.
 *
 * @returns what the place is given
 */
export function useKeptFocus<Place extends HTMLElement>() {
  const ref = useRef<Place>(null);
  const isIn = useRef(false);
  useEffect(() => {
    if (!isIn.current || document.activeElement !== document.body) return;
    const kept = ref.current?.querySelector<HTMLElement>('[data-keeps-focus]') ?? ref.current?.querySelector('button');
    kept?.focus();
  });
  return {
    ref,
    onFocus: (): void => void (isIn.current = true),
    // a window that is left, for the dialog of the system say, comes back to where it was
    onBlur: ({ target }: FocusEvent): void => void (isIn.current = document.activeElement === target),
  };
}
