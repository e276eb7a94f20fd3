import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components';
import { useLayoutEffect, useRef, useSyncExternalStore, type ReactElement, type RefObject } from 'react';
import { wordsFor } from '../problemWords.ts';
import { BarTitle } from './BarTitle.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalXL}`,
    color: tokens.colorNeutralForeground3,
  },
  emptyTitle: { ...typographyStyles.subtitle2, color: tokens.colorNeutralForeground1, margin: 0 },
  emptyText: { ...typographyStyles.body1, margin: 0 },
  icon: { fontSize: '40px', color: tokens.colorBrandForeground1, height: '40px' },
  failed: { margin: tokens.spacingHorizontalL },
  page: { maxWidth: '560px', margin: `${tokens.spacingVerticalXXXL} auto`, padding: `0 ${tokens.spacingHorizontalL}` },
  rows: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, padding: tokens.spacingHorizontalL },
  row: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  short: { width: '40%' },
  offline: {
    ...typographyStyles.body1,
    margin: 0,
    padding: tokens.spacingHorizontalL,
    color: tokens.colorNeutralForeground2,
  },
});

function listenToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** The loading state; when offline, a message without animation. */
export function Loading({ rows = 4 }: { rows?: number }) {
  const styles = useStyles();
  const text = useText();
  const isOnline = useSyncExternalStore(listenToNetwork, () => navigator.onLine);
  if (!isOnline)
    return (
      <p role="status" className={styles.offline}>
        {text('state.offline')}
      </p>
    );
  return (
    <Skeleton className={styles.rows} aria-label={text('state.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <SkeletonItem size={16} className={styles.short} />
          <SkeletonItem size={12} />
        </div>
      ))}
    </Skeleton>
  );
}

interface EmptyProps {
  icon: ReactElement;
  title: string;
  children?: string;
  /** It is the only content of the page. */
  isPage?: boolean;
}

export function Empty({ icon, title, children, isPage = false }: EmptyProps) {
  const styles = useStyles();
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Title className={styles.emptyTitle}>{title}</Title>
      {children && <p className={styles.emptyText}>{children}</p>}
    </div>
  );
}

interface FailedProps {
  error: Error;
  /** What failed to load; the page by default. */
  title?: string;
  onRetry?: () => void;
  isPage?: boolean;
}

/** A failure to load: the reason, and a retry button. */
export function Failed({ error, title, onRetry, isPage = false }: FailedProps) {
  const styles = useStyles();
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useFocusBehind(place);
  return (
    <div ref={place} className={mergeClasses(styles.failed, isPage && styles.page)}>
      <MessageBar intent="error" layout="multiline">
        <MessageBarBody>
          <BarTitle>{title ?? text('state.failed')}</BarTitle>
          {wordsFor(error, text)}
        </MessageBarBody>
        {onRetry && (
          <MessageBarActions>
            <Button onClick={onRetry}>{text('state.retry')}</Button>
          </MessageBarActions>
        )}
      </MessageBar>
    </div>
  );
}

/** When the focused element at `place` disappears, moves the focus to what replaces it. */
export function useFocusBehind(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = place.current!;
    return () => {
      if (!own.contains(document.activeElement)) return;
      const around = own.parentElement?.closest<HTMLElement>('[tabindex]');
      requestAnimationFrame(() => document.activeElement === document.body && around?.focus());
    };
  }, [place]);
}
