import type { RefObject } from 'react';
import { useShortcuts } from '../shortcuts.ts';

interface Deeds {
  toggle(id: string): void;
  markRead(id: string): void;
  back(): void;
  search(): void;
}

/** Keys of the list: j and k move, x selects, e marks as read, u leads back, / searches. Enter opens the row, as it is a link. */
export function useListKeys(list: RefObject<HTMLElement | null>, currentId: string | null, deeds: Deeds): void {
  const links = (): HTMLAnchorElement[] => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-id]') ?? [])];
  /** The row that has focus, or else the question that is open. */
  const place = (): number => {
    const rows = links();
    const focused = rows.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    return focused >= 0 ? focused : rows.findIndex((link) => link.dataset.id === currentId);
  };
  const move = (step: number): void => {
    const rows = links();
    const link = rows[Math.min(Math.max(place() + step, 0), rows.length - 1)];
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts((key) => {
    const id = links()[place()]?.dataset.id;
    if (key === 'j') move(1);
    else if (key === 'k') move(-1);
    else if (key === '/') deeds.search();
    else if (key === 'u') deeds.back();
    else if (key === 'x' && id) deeds.toggle(id);
    else if (key === 'e' && id) deeds.markRead(id);
    else return false;
    return true;
  });
}
