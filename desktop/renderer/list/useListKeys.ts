import type { RefObject } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { addressedQuestion } from '../addressedQuestion.ts';
import { focusQuestion } from '../questionFocus.ts';
import { useShortcuts } from '../shortcuts.ts';
import type { Neighbours } from './useNeighbours.ts';

interface List {
  element: RefObject<HTMLElement | null>;
  rows: readonly UserNotification[];
  /** The question that is open. */
  currentId: string | null;
  neighbours: Neighbours;
}

interface Deeds {
  open(id: string): void;
  toggle(id: string): void;
  markRead(id: string): void;
  snooze(id: string): void;
  back(): void;
  search(): void;
}

/**
 * Keys of the list: j and k move, x selects, e marks as read, h snoozes, u leads back, / searches. Enter opens the row, as it is
 * a link, and leads into the question. Whoever is in a question, or has it on the whole page, opens the next one and the one before with j and k.
 */
export function useListKeys({ element, rows, currentId, neighbours }: List, deeds: Deeds): void {
  const links = (): HTMLAnchorElement[] => [
    ...(element.current?.querySelectorAll<HTMLAnchorElement>('a[data-id]') ?? []),
  ];
  /** The row that has focus, or else the question that is open; -1 where neither stands in the list. */
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
    deeds.open(id);
  };
  useShortcuts((key) => {
    const isHidden = element.current !== null && !element.current.checkVisibility();
    const id = isHidden ? addressedQuestion(currentId) : links()[place()]?.dataset.id;
    const isInQuestion = isHidden || Boolean(document.activeElement?.closest('article'));
    if (key === 'j' || key === 'k') (isInQuestion ? turn : move)(key === 'j' ? 1 : -1);
    else if (key === '/') deeds.search();
    else if (key === 'u') deeds.back();
    else if (key === 'x' && id && !isHidden) deeds.toggle(id);
    else if (key === 'e' && id) deeds.markRead(id);
    else if (key === 'h' && id) deeds.snooze(id);
    else return false;
    return true;
  });
}
