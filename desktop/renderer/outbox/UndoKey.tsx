import { useEffect, useEffectEvent } from 'react';
import { isTypedInto, shortcutOf, useShortcuts } from '../shortcuts.ts';
import { useOutbox } from './OutboxProvider.tsx';
import { useUndo } from './useUndo.ts';

/**
 * z undoes the last answer on any page; pressed again, the one before. So does Ctrl+Z, which cannot be switched off.
 */
export function UndoKey() {
  const outbox = useOutbox();
  const undo = useUndo();
  const takeLastBack = (): boolean => {
    const last = outbox.lastHeld();
    undo(last);
    return last.length > 0;
  };
  useShortcuts((key) => key === 'z' && takeLastBack());
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (shortcutOf(event) !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (!isTypedInto(event.target) && takeLastBack()) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return null;
}
