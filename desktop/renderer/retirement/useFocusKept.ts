import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the first button of a place once something was retired or brought back, if the pressed button has left the page.
 *
 * @returns the ref of the place
 */
export function useFocusKept(isRetired: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(isRetired);
  useEffect(() => {
    const isNew = was.current !== isRetired;
    was.current = isRetired;
    if (isNew && document.activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, [isRetired]);
  return place;
}
