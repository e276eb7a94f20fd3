import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useEffect, type RefObject } from 'react';

/**
 * Restores the focus when a dialog closes, and keeps files dropped outside their field from replacing the page. It
 * outlives pages, so that it also cleans up after a dialog that unmounts with its page. Not needed for the first paint.
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

/** Handles a drag that no field accepted. */
function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none'; // shown by the pointer
}
