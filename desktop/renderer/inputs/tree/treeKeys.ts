import type { KeyboardEvent } from 'react';
import type { TreeDeed } from './treeDeeds.ts';

/** The keys that word processors have for outlines; left and right follow the direction of the writing. */
const OUTLINE_KEYS: Partial<Record<string, TreeDeed>> = { ArrowUp: 'up', ArrowDown: 'down' };

/** What a key pressed in an entry asks for; null: nothing of a tree. */
export function deedOf(event: KeyboardEvent<HTMLInputElement>): TreeDeed | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event;
  if (ctrlKey || metaKey) return null;
  if (altKey && shiftKey) {
    const isMirrored = getComputedStyle(currentTarget).direction === 'rtl';
    if (key === 'ArrowRight') return isMirrored ? 'outdent' : 'indent';
    if (key === 'ArrowLeft') return isMirrored ? 'indent' : 'outdent';
    return OUTLINE_KEYS[key] ?? null;
  }
  if (altKey || shiftKey) return null;
  if (key === 'Enter' && !event.nativeEvent.isComposing) return 'after';
  return key === 'Backspace' && currentTarget.value === '' ? 'remove' : null;
}
