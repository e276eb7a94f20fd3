import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles of dialogs with a form. */
export const useDialogStyles = makeStyles({
  surface: {
    maxHeight: 'calc(100dvh - 32px)',
    // tall content scrolls inside; on very low screens the whole dialog scrolls, as in Fluent
    '@media (min-height: 360px)': { display: 'flex', flexDirection: 'column', '& > *': { minHeight: 0 } },
    '@media (max-width: 639px)': { maxWidth: 'calc(100vw - 16px)', padding: tokens.spacingHorizontalL },
  },
  // keeps the label of the focused field visible
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, scrollPaddingTop: '32px' },
  words: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
