import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { ChatRegular } from '@fluentui/react-icons';
import { useMayOpen } from '../api/chats.ts';
import type { LogPlace } from '../api/logPlace.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    minHeight: '24px',
  },
});

/** A link to the question's chat, for those who may open it (behaviour 2.1). */
export function OpenChatLink({ chatId, logId }: { chatId: string | null; logId: string | null }) {
  return chatId === null ? null : <LogLink chatId={chatId} logId={logId} />;
}

function LogLink({ chatId, logId }: LogPlace) {
  const styles = useStyles();
  const text = useText();
  const mayOpen = useMayOpen({ chatId, logId });
  if (!mayOpen) return null;
  return (
    <Link
      className={styles.link}
      href={hrefOf(logId === null ? { page: 'chat', id: chatId } : { page: 'log', id: logId })}
    >
      <ChatRegular aria-hidden />
      {text('chat.open')}
    </Link>
  );
}
