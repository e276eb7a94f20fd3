import { Body1, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  page: {
    minHeight: '100%',
    display: 'grid',
    placeItems: 'center',
    padding: tokens.spacingHorizontalL,
    boxSizing: 'border-box',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  card: {
    width: '100%',
    maxWidth: '400px',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalXXXL,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow16,
  },
  words: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeHero700, lineHeight: tokens.lineHeightHero700 },
});

interface WelcomeProps {
  words: string;
  /** The text changes while it is shown. */
  isLive?: boolean;
  children: ReactNode;
}

/** The card for pages before sign-in: logo, name, a sentence and an action. */
export function Welcome({ words, isLive = false, children }: WelcomeProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="./handback.svg" alt="" width="48" height="48" />
        <div className={styles.words}>
          <h1 className={styles.title}>{text('product')}</h1>
          <Body1 role={isLive ? 'status' : undefined}>{words}</Body1>
        </div>
        {children}
      </div>
    </main>
  );
}
