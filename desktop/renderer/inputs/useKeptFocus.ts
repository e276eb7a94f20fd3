import { useEffect, useRef, type FocusEvent } from 'react';

/** Marks the child that gets the focus back. */
export const KEEPS_FOCUS = { 'data-keeps-focus': true } as const;

/**
 * Keeps the focus inside an element when the focused child disappears, such as a remove button: moves it to the child
 * marked `data-keeps-focus`, or else to the first button.
 *
 * @returns the props for the element
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
    // if the window loses focus, to a system dialog say, it returns to the same element
    onBlur: ({ target }: FocusEvent): void => void (isIn.current = document.activeElement === target),
  };
}
