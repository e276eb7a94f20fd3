import { Dialog as FluentDialog, makeStyles, tokens, type DialogProps } from '@fluentui/react-components';
import { createTabster } from 'tabster';
import { useLayoutEffect } from 'react';

/**
 * Fluent's dialog, which may unmount as it closes, or with its page. Tabster hides the rest of the page from screen
 * readers while a dialog is open, and ends with the last component that uses it, before it has shown the rest again.
 */
export function Dialog(props: DialogProps) {
  useLayoutEffect(keepTabster, []);
  return <FluentDialog {...props} />;
}

let isKept = false;

/** Keeps tabster for as long as the window is open. */
function keepTabster(): void {
  if (isKept) return;
  isKept = true;
  createTabster(window); // one more user of the instance that the dialog has made
}

/** Styles of dialogs with a form. */
export const useDialogStyles = makeStyles({
  surface: {
    // hangs from the top: what comes below the buttons must not move them, perhaps under somebody's press
    '@media (min-height: 480px)': { marginTop: '8dvh', maxHeight: 'calc(92dvh - 16px)' },
    maxHeight: 'calc(100dvh - 32px)',
    // tall content scrolls inside; on very low screens the whole dialog scrolls, as in Fluent
    '@media (min-height: 360px)': { display: 'flex', flexDirection: 'column', '& > *': { minHeight: 0 } },
    '@media (max-width: 639px)': { maxWidth: 'calc(100vw - 16px)', padding: tokens.spacingHorizontalL },
  },
  // keeps the label of the focused field visible
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, scrollPaddingTop: '32px' },
  words: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
