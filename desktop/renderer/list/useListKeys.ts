import type { RefObject } from 'react';
import { useShortcuts } from '../shortcuts.ts';
import type { Neighbours } from './useNeighbours.ts';

interface List {
  element: RefObject<HTMLElement | null>;
  /** The question that is open. */
  currentId: string | null;
  neighbours: Neighbours;
}

interface Deeds {
  open(id: string): void;
  toggle(id: string): void;
  markRead(id: string): void;
  back(): void;
  search(): void;
}

/**
 * Keys of the list: j and k move, x selects, e marks as read, u leads back, / searches. Enter opens the row, as it is a
 * link. Where a question takes the whole page, j and k open the next one and the one before.
 */
export function useListKeys({ element, currentId, neighbours }: List, deeds: Deeds): void {
  const links = (): HTMLAnchorElement[] => [
    ...(element.current?.querySelectorAll<HTMLAnchorElement>('a[data-id]') ?? []),
  ];
  /** The row that has focus, or else the question that is open. */
  const place = (): number => {
    const rows = links();
    const focused = rows.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    return focused >= 0 ? focused : rows.findIndex((link) => link.dataset.id === currentId);
  };
  const move = (step: 1 | -1): void => {
    const rows = links();
    const link = rows[Math.min(Math.max(place() + step, 0), rows.length - 1)];
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  const turn = (step: 1 | -1): void => {
    const id = step === 1 ? neighbours.nextId : neighbours.previousId;
    if (id !== null) deeds.open(id);
  };
  useShortcuts((key) => {
    const isHidden = element.current !== null && !element.current.checkVisibility();
    const id = isHidden ? currentId : links()[place()]?.dataset.id;
    if (key === 'j' || key === 'k') (isHidden ? turn : move)(key === 'j' ? 1 : -1);
    else if (key === '/') deeds.search();
    else if (key === 'u') deeds.back();
    else if (key === 'x' && id && !isHidden) deeds.toggle(id);
    else if (key === 'e' && id) deeds.markRead(id);
    else return false;
    return true;
  });
}
