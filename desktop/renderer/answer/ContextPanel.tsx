import { makeStyles, tokens } from '@fluentui/react-components';
import type { ChatContext } from '../../../contract/requests.ts';
import { messageWords } from '../messageWords.ts';
import { SafeText } from '../SafeText.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  panel: {
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  summary: {
    cursor: 'pointer',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    fontWeight: tokens.fontWeightSemibold,
    borderRadius: tokens.borderRadiusLarge,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  messages: {
    listStyleType: 'none',
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  role: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  content: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 },
  total: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The chat messages before the question (behaviour 2.2). */
export function ContextPanel({ context }: { context: ChatContext }) {
  const styles = useStyles();
  const text = useText();
  const { chatName, recentMessages, totalMessages } = context;
  if (recentMessages.length === 0) return null;
  return (
    <details className={styles.panel}>
      <summary className={styles.summary}>
        <span>{text('context.title', { chat: chatName })}</span>
      </summary>
      <ul className={styles.messages}>
        {recentMessages.map((message, index) => (
          <li key={index}>
            <span className={styles.role}>{text(`context.role.${message.role}`)}</span>
            <p dir="auto" className={styles.content}>
              <SafeText>{messageWords(message, text)}</SafeText>
            </p>
          </li>
        ))}
        <li className={styles.total}>
          {text('context.total', { shown: recentMessages.length, total: totalMessages })}
        </li>
      </ul>
    </details>
  );
}
