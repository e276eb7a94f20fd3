import { useEffect, useEffectEvent } from 'react';
import { useShortcutsPreference } from './preferences.ts';

const TYPED_INTO =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=menu]';

/** Whether the target is a text input. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null;

/** Whether a key belongs to a text input, a browser shortcut or an open dialog. */
function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  return (
    defaultPrevented ||
    ctrlKey ||
    metaKey ||
    altKey ||
    isTypedInto(target) ||
    document.querySelector('[role=dialog], [role=alertdialog]') !== null
  );
}

/** The pressed key, as without Caps Lock. */
export const shortcutOf = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string =>
  key.length === 1 && !shiftKey ? key.toLowerCase() : key;

interface Options {
  /** Handles keys before other listeners. */
  isFirst?: boolean;
}

/**
 * Handles single keys, unless the person is typing or has switched them off.
 *
 * @param onKey returns true if it handled the key
 */
export function useShortcuts(onKey: (key: string, timeStamp: number) => boolean, { isFirst = false }: Options = {}) {
  const [isOn] = useShortcutsPreference();
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isTaken(event) && onKey(shortcutOf(event), event.timeStamp)) event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => hear(event);
    window.addEventListener('keydown', listen, isFirst);
    return () => window.removeEventListener('keydown', listen, isFirst);
  }, [isOn, isFirst]);
}
