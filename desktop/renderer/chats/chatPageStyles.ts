import { makeStyles, tokens } from '@fluentui/react-components';

const COLUMN = { width: '100%', maxWidth: '760px', margin: '0 auto', boxSizing: 'border-box' } as const;

/** Styles of chat and log pages. */
export const useChatPageStyles = makeStyles({
  page: {
    height: '100%',
    display: 'grid',
    gridTemplateRows: 'auto minmax(min(160px, 20dvh), 1fr) auto', // if not everything fits, the page scrolls
    gridTemplateColumns: 'minmax(0, 1fr)',
  },
  bar: { backgroundColor: tokens.colorNeutralBackground1, borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  head: {
    ...COLUMN,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
  },
  back: { display: 'inline-flex', alignItems: 'center', justifyContent: 'center', minWidth: '24px', minHeight: '24px' },
  words: { flex: 1, minWidth: 0 },
  notice: { ...COLUMN, padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}` },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  flow: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});
