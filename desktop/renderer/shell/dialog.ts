import { makeStyles, tokens } from '@fluentui/react-components';

/** What dialogs with a form look like. */
export const useDialogStyles = makeStyles({
  surface: {
    maxHeight: 'calc(100dvh - 32px)',
    '@media (max-width: 639px)': { maxWidth: 'calc(100vw - 16px)', padding: tokens.spacingHorizontalL },
  },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  words: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});
