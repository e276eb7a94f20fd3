import type { RefObject } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { addressedQuestion } from '../addressedQuestion.ts';
import { focusQuestion } from '../questionFocus.ts';
import { useShortcuts } from '../shortcuts.ts';
import type { Neighbours } from './useNeighbours.ts';

interface List {
  element: RefObject<HTMLElement | null>;
  rows: readonly UserNotification[];
  /** The open question. */
  currentId: string | null;
  neighbours: Neighbours;
}

interface Actions {
  open(id: string): void;
  toggle(id: string): void;
  markRead(id: string): void;
  snooze(id: string): void;
  back(): void;
  search(): void;
}

/**
 * List keys: j and k move, x selects, e marks as read, h snoozes, u goes back, / searches. Enter follows the row's link
 * into the question. Inside a question, or if it fills the page, j and k open the next and the previous one.
 */
export function useListKeys({ element, rows, currentId, neighbours }: List, actions: Actions): void {
  const links = (): HTMLAnchorElement[] => [
    ...(element.current?.querySelectorAll<HTMLAnchorElement>('a[data-id]') ?? []),
  ];
  /** The index of the focused row, or else of the open question; -1 if neither is in the list. */
  const place = (): number => {
    const shown = links();
    const focused = shown.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    return focused >= 0 ? focused : shown.findIndex((link) => link.dataset.id === addressedQuestion(currentId));
  };
  const move = (step: 1 | -1): void => {
    const shown = links();
    const beside = step === 1 ? neighbours.nextId : neighbours.previousId;
    const from = place();
    const link =
      from < 0 && currentId !== null
        ? shown.find(({ dataset }) => dataset.id === beside)
        : shown[Math.min(Math.max(from + step, 0), shown.length - 1)];
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  const turn = (step: 1 | -1): void => {
    const from = addressedQuestion(currentId);
    const at = rows.findIndex(({ id }) => id === from);
    const beside = step === 1 ? neighbours.nextId : neighbours.previousId;
    const id = at >= 0 ? rows[at + step]?.id : beside;
    if (!id) return;
    focusQuestion(id);
    actions.open(id);
  };
  useShortcuts((key) => {
    const isHidden = element.current !== null && !element.current.checkVisibility();
    const id = isHidden ? addressedQuestion(currentId) : links()[place()]?.dataset.id;
    const isInQuestion = isHidden || Boolean(document.activeElement?.closest('article'));
    if (key === 'j' || key === 'k') (isInQuestion ? turn : move)(key === 'j' ? 1 : -1);
    else if (key === '/') actions.search();
    else if (key === 'u') actions.back();
    else if (key === 'x' && id && !isHidden) actions.toggle(id);
    else if (key === 'e' && id) actions.markRead(id);
    else if (key === 'h' && id) actions.snooze(id);
    else return false;
    return true;
  });
}
