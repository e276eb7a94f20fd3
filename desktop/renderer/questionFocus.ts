import { useEffect, type MouseEvent, type RefObject } from 'react';

let wantedId: string | null = null;
const listeners = new Set<() => void>();

/** Has a question focused once it stands there, so that its title is read out and single keys answer it. */
export function focusQuestion(id: string): void {
  wantedId = id;
  listeners.forEach((tell) => tell());
}

/**
 * For a link to a question: whoever opens it with a key goes on in it. Otherwise its form is as far away as the list is long.
 *
 * @param event of a click, which a pointer counts and a key does not
 */
export function followByKey({ detail, ctrlKey, metaKey, shiftKey }: MouseEvent, id: string): void {
  if (detail === 0 && !ctrlKey && !metaKey && !shiftKey) focusQuestion(id);
}

/** Gives a question the focus, where that is wanted; it stands there from its beginning then. */
export function useQuestionFocus(id: string, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const look = (): void => {
      if (wantedId !== id || !place.current) return;
      wantedId = null;
      showFromStart(place.current);
    };
    look();
    listeners.add(look);
    return () => void listeners.delete(look);
  }, [id, place]);
}

function showFromStart(question: HTMLElement): void {
  for (let above = question.parentElement; above; above = above.parentElement) above.scrollTo(0, 0);
  question.focus({ preventScroll: true });
}
