import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons';
import { useEffect, useState, type ReactNode } from 'react';
import { listenToSaid } from '../useSay.ts';

/** Long enough to read beside what comes next. */
export const SHOWN_MS = 5000;

const useStyles = makeStyles({
  toast: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '40px',
    paddingInline: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow16,
  },
  icon: { flexShrink: 0, fontSize: '20px', color: tokens.colorPaletteGreenForeground1 },
  words: { overflow: 'hidden' },
  line: { textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  lines: {
    paddingBlock: tokens.spacingVerticalS,
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
    overflowWrap: 'anywhere',
  },
});

/** Says that something is done. @param isLine cuts long words off after one line */
export function DoneToast({ isLine = false, children }: { isLine?: boolean; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.toast}>
      <CheckmarkCircleRegular aria-hidden className={styles.icon} />
      <span className={mergeClasses(styles.words, isLine ? styles.line : styles.lines)}>{children}</span>
    </div>
  );
}

/** What was just said to be done (`useSay`): the latest, for a few seconds. Screen readers have heard it. */
export function SaidToast() {
  const [said, setSaid] = useState<{ words: string } | null>(null);
  useEffect(() => listenToSaid((words) => setSaid({ words })), []);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return said && <DoneToast>{said.words}</DoneToast>;
}
