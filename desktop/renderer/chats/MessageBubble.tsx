import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { ChatMessage } from '../../../contract/chats.ts';
import { SafeText } from '../SafeText.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { messageWords } from '../messageWords.ts';

const useStyles = makeStyles({
  message: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, maxWidth: '85%' },
  user: { alignSelf: 'flex-end', alignItems: 'flex-end' },
  ai: { alignSelf: 'flex-start', alignItems: 'flex-start' },
  system: { alignSelf: 'center', alignItems: 'center' },
  head: {
    display: 'flex',
    gap: tokens.spacingHorizontalSNudge,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  role: { fontWeight: tokens.fontWeightSemibold },
  bubble: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorTransparentStroke}`, // seen in high contrast only
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxWidth: '100%',
    boxSizing: 'border-box',
  },
  userBubble: { backgroundColor: tokens.colorBrandBackground2 },
  aiBubble: { backgroundColor: tokens.colorNeutralBackground1, boxShadow: tokens.shadow2 },
  systemBubble: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground4,
    fontSize: tokens.fontSizeBase200,
  },
});

/** One thing that was said, and by whom (behaviour 2.2). */
export function MessageBubble({ message }: { message: Omit<ChatMessage, 'executionId' | 'id'> }) {
  const text = useText();
  return <Bubble role={message.role} aside={<When at={message.at} />} content={messageWords(message, text)} />;
}

/** @param content nothing: there are no words yet */
export function Bubble({ role, aside, content }: Pick<ChatMessage, 'role' | 'content'> & { aside: ReactNode }) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={mergeClasses(styles.message, styles[role])}>
      <div className={styles.head}>
        <span className={styles.role}>{text(`context.role.${role}`)}</span>
        {aside}
      </div>
      {content !== '' && (
        <p dir="auto" className={mergeClasses(styles.bubble, styles[`${role}Bubble`])}>
          <SafeText>{content}</SafeText>
        </p>
      )}
    </div>
  );
}
