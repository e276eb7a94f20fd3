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
    border: `1px solid ${tokens.colorTransparentStroke}`, // visible in high contrast only
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

interface MessageProps {
  message: Omit<ChatMessage, 'executionId' | 'id'>;
  /** The author's display name. */
  by: string;
}

/** A message and its author. */
export function MessageBubble({ message, by }: MessageProps) {
  const text = useText();
  return <Bubble role={message.role} by={by} aside={<When at={message.at} />} content={messageWords(message, text)} />;
}

interface BubbleProps extends Pick<ChatMessage, 'role' | 'content'> {
  by: string;
  aside: ReactNode;
}

/** @param content undefined: no text yet */
export function Bubble({ role, by, aside, content }: BubbleProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.message, styles[role])}>
      <div className={styles.head}>
        <span className={styles.role} dir="auto">
          {by}
        </span>
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
