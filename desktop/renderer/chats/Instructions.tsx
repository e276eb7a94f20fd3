import { makeStyles, tokens } from '@fluentui/react-components';
import { InfoRegular } from '@fluentui/react-icons';
import { SafeText } from '../SafeText.tsx';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    maxWidth: '760px',
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalL,
    color: tokens.colorNeutralForeground2,
  },
  icon: { flexShrink: 0, marginTop: '2px', fontSize: '20px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  words: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 },
});

/** The owner's description of the chat, above the first message or in an empty log. */
export function Instructions({ chat: { instructions } }: { chat: Pick<ChatInLog, 'instructions'> }) {
  const styles = useStyles();
  const text = useText();
  if (instructions === '') return null;
  return (
    <section className={styles.box} aria-label={text('chat.instructions')}>
      <InfoRegular aria-hidden className={styles.icon} />
      <p dir="auto" className={styles.words}>
        <SafeText>{instructions}</SafeText>
      </p>
    </section>
  );
}
