import { useEffect, type MouseEvent, type RefObject } from 'react';
import { isTypedInto } from './shortcuts.ts';

let wantedId: string | null = null;
const listeners = new Set<() => void>();

/** Focuses a question once it is rendered, so that its title is announced and single keys answer it. */
export function focusQuestion(id: string): void {
  wantedId = id;
  listeners.forEach((tell) => tell());
}

/**
 * For links to a question: opening one with the keyboard moves the focus into it. Otherwise the person would have to
 * tab through the whole list.
 *
 * @param event the click, whose `detail` is 0 if a key caused it
 */
export function followByKey({ detail, ctrlKey, metaKey, shiftKey }: MouseEvent, id: string): void {
  if (detail === 0 && !ctrlKey && !metaKey && !shiftKey) focusQuestion(id);
}

/**
 * Focuses a question if requested, scrolled to its start. A person who has begun to type elsewhere while it was loading
 * keeps the focus: the rest of their text would be single keys, which answer the question.
 */
export function useQuestionFocus(id: string, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const look = (): void => {
      if (wantedId !== id || !place.current) return;
      wantedId = null;
      if (!isTypedInto(document.activeElement)) showFromStart(place.current);
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
