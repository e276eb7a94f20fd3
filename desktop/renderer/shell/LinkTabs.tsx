import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FORCED_COLORS } from './forcedColors.ts';

const useStyles = makeStyles({
  tabs: { display: 'flex', flexWrap: 'wrap', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  tab: {
    position: 'relative',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalM}`,
    '@media (max-width: 639px)': { padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalS}` },
    color: tokens.colorNeutralForeground2,
    textDecoration: 'none',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  small: {
    paddingInline: tokens.spacingHorizontalSNudge,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalSNudge },
    '::after': { insetInline: tokens.spacingHorizontalSNudge },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    '::after': {
      content: '""',
      position: 'absolute',
      insetInline: tokens.spacingHorizontalS,
      bottom: '-1px',
      height: '3px',
      borderRadius: '3px 3px 0 0',
      backgroundColor: tokens.colorCompoundBrandStroke,
      [FORCED_COLORS]: { backgroundColor: 'Highlight' },
    },
  },
});

interface Props {
  label: string;
  /** Of the row. */
  className?: string;
  /** For narrow spaces: smaller, still in one row. */
  isSmall?: boolean;
  places: { href: string; words: ReactNode; isCurrent: boolean }[];
}

/** Tabs that are links, one of them current. */
export function LinkTabs({ label, className, isSmall = false, places }: Props) {
  const styles = useStyles();
  return (
    <nav aria-label={label} className={mergeClasses(styles.tabs, className)}>
      {places.map(({ href, words, isCurrent }) => (
        <a
          key={href}
          href={href}
          className={mergeClasses(styles.tab, isCurrent && styles.current, isSmall && styles.small)}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {words}
        </a>
      ))}
    </nav>
  );
}
