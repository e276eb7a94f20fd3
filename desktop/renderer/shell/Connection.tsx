import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ConnectionState } from '../../eventStream.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  connection: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    boxSizing: 'border-box',
    border: `2px solid ${tokens.colorNeutralForeground3}`,
  },
  live: { border: `4px solid ${tokens.colorPaletteGreenForeground3}` },
});

/** The state of the connection; an expired sign-in is separate from network failures. */
export type Standing = ConnectionState | 'signInNeeded';

/** Shows whether the page is updated live. */
export function Connection({ state }: { state: Standing }) {
  const styles = useStyles();
  const text = useText();
  return (
    <span className={styles.connection} role="status">
      <span className={mergeClasses(styles.dot, state === 'live' && styles.live)} aria-hidden />
      {text(`connection.${state}`)}
    </span>
  );
}
