import type { KeyboardEvent } from 'react';
import type { TreeAction } from './treeActions.ts';

/** The outline keys of word processors; left and right depend on the writing direction. */
const OUTLINE_KEYS: Partial<Record<string, TreeAction>> = { ArrowUp: 'up', ArrowDown: 'down' };

/** The action of a key in an entry, or null. */
export function actionOf(event: KeyboardEvent<HTMLInputElement>): TreeAction | null {
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
