import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useEffect, type RefObject } from 'react';

/**
 * Makes a place one that focus comes back to when a dialog closes, and keeps files that are dropped beside their field from
 * being opened in the place of the page. It lives from page to page, so that a dialog that leaves with its page is still
 * cleared up after. Nothing of it is needed for the first look.
 */
export function PageKeeper({ place }: { place: RefObject<HTMLElement | null> }) {
  const target = useRestoreFocusTarget();
  useEffect(() => {
    for (const [name, value] of Object.entries(target)) place.current?.setAttribute(name, String(value));
  });
  useEffect(() => {
    window.addEventListener('dragover', refuseFiles);
    window.addEventListener('drop', refuseFiles);
    return () => {
      window.removeEventListener('dragover', refuseFiles);
      window.removeEventListener('drop', refuseFiles);
    };
  }, []);
  return null;
}

/** Of a drag that no field has taken. */
function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none'; // the pointer says so
}
