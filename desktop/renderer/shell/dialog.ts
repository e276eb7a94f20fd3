import { makeStyles, tokens } from '@fluentui/react-components';

/** What dialogs with a form look like. */
export const useDialogStyles = makeStyles({
  surface: {
    maxHeight: 'calc(100dvh - 32px)',
    // what is too high scrolls inside; on the lowest screens the whole dialog does, as Fluent has it
    '@media (min-height: 360px)': { display: 'flex', flexDirection: 'column', '& > *': { minHeight: 0 } },
    '@media (max-width: 639px)': { maxWidth: 'calc(100vw - 16px)', padding: tokens.spacingHorizontalL },
  },
  // what is focused shows its label, too
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, scrollPaddingTop: '32px' },
  words: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
