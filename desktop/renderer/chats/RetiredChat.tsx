import type { ReactNode } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import { useMessages } from '../api/chats.ts';
import { useChatRetirement } from '../api/retirement.ts';
import { RestoreButton } from '../retirement/RetirementButton.tsx';
import { RetiredBar } from '../retirement/RetiredBar.tsx';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';
import { useChatPageStyles } from './chatPageStyles.ts';

/** Says since when a chat is retired, and lets those who may change it bring it back. */
export function RetiredChatBar({ chat: { id, may, retiredAt } }: { chat: Chat }) {
  const styles = useChatPageStyles();
  const text = useText();
  const { restore } = useChatRetirement(id);
  if (retiredAt === null) return null;
  return (
    <div className={styles.notice}>
      <RetiredBar
        at={retiredAt}
        words={text('chat.retiredText')}
        action={may.change && <RestoreButton restore={restore} said={text('chat.restore.said')} />}
      />
      {restore.error && <ProblemBar problem={restore.error} />}
    </div>
  );
}

/** Shows the foot of a retired chat only to those who have begun their conversation. For others the bar above says it all. */
export function IfBegun({ chat, children }: { chat: ChatInLog; children: ReactNode }) {
  const messages = useMessages(chat.place);
  return !chat.isClosed || messages.data?.items.length ? children : null;
}
