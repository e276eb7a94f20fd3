import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useEffect, type RefObject } from 'react';

/**
 * Makes a place one that focus comes back to when a dialog closes. It lives from page to page, so that a dialog that
 * leaves with its page is still cleared up after. Nothing of it is needed for the first look.
 */
export function FocusKeeper({ place }: { place: RefObject<HTMLElement | null> }) {
  const target = useRestoreFocusTarget();
  useEffect(() => {
    for (const [name, value] of Object.entries(target)) place.current?.setAttribute(name, String(value));
  });
  return null;
}
