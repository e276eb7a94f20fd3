import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, InfoRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { listenToSaid, type Said } from '../useSay.ts';

/** Long enough to read beside what comes next. */
export const SHOWN_MS = 5000;
/** Long enough to get to its link. */
const FOLLOWED_MS = 10_000;

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
  icon: { flexShrink: 0, fontSize: '20px' },
  done: { color: tokens.colorPaletteGreenForeground1 },
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

interface Props {
  /** Cuts long words off after one line. */
  isLine?: boolean;
  isRefusal?: boolean;
  children: ReactNode;
}

/** Says that something is done, or why not. */
export function DoneToast({ isLine = false, isRefusal = false, children }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.toast}>
      {isRefusal ? (
        <InfoRegular aria-hidden className={styles.icon} />
      ) : (
        <CheckmarkCircleRegular aria-hidden className={mergeClasses(styles.icon, styles.done)} />
      )}
      <span className={mergeClasses(styles.words, isLine ? styles.line : styles.lines)}>{children}</span>
    </div>
  );
}

/**
 * What was just said (`useSay`): the latest, for a few seconds. Screen readers have heard it. It stays while
 * its link has the focus.
 */
export function SaidToast() {
  const [said, setSaid] = useState<Said | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => listenToSaid(setSaid), []);
  useEffect(() => {
    if (said === null) return undefined;
    const end = (): void => {
      if (link.current === null || link.current !== document.activeElement) setSaid(null);
    };
    const timer = setInterval(end, said.link ? FOLLOWED_MS : SHOWN_MS);
    return () => clearInterval(timer);
  }, [said]);
  return (
    said && (
      <DoneToast isRefusal={said.isRefusal}>
        <span>{said.words}</span>{' '}
        {said.link && (
          <Link ref={link} inline href={said.link.href} onClick={() => setSaid(null)}>
            {said.link.label}
          </Link>
        )}
      </DoneToast>
    )
  );
}
