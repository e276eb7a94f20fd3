import { useRestoreFocusTarget } from '@fluentui/react-components';
import { useEffect, type RefObject } from 'react';
import { isGone, isShown, keepFocusNear } from './lostFocus.ts';

/**
 * Restores the focus when a dialog closes, and keeps files dropped outside their field from replacing the page. Not
 * needed for the first paint.
 *
 * @param place the part of the page that gets the focus if nothing else takes it
 */
export function PageKeeper({ place }: { place: RefObject<HTMLElement | null> }) {
  const target = useRestoreFocusTarget();
  useEffect(() => {
    for (const [name, value] of Object.entries(target)) place.current?.setAttribute(name, String(value));
  });
  useEffect(() => {
    const passOn = createFocusKeeper(place);
    document.addEventListener('focusin', passOn);
    return () => document.removeEventListener('focusin', passOn);
  }, [place]);
  useEffect(() => keepFocusNear(document.getElementById('root')!, () => place.current), [place]);
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

/**
 * Handles each move of the focus: when a dialog gives it back to the page as a whole, what had it before the dialog gets
 * it, if that is still there. So buttons and menus that open dialogs need to do nothing for it. If only a control of the
 * dialog has disappeared, the dialog gets it: it is still open, and the page behind it cannot be used.
 */
function createFocusKeeper(place: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const page = document.getElementById('root')!;
  let last: HTMLElement | null = null;
  let inDialog: { control: HTMLElement; dialog: HTMLElement } | null = null;
  return ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest<HTMLElement>('[role=dialog], [role=alertdialog]');
    if (target === place.current && inDialog) {
      const left = isGone(inDialog.control) && isShown(inDialog.dialog) ? inDialog.dialog : last;
      inDialog = null;
      left?.focus();
    } else if (page.contains(target)) [last, inDialog] = [target, null];
    else if (dialog) inDialog = { control: target, dialog };
  };
}

/** Handles a drag that no field accepted. */
function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none'; // shown by the pointer
}
