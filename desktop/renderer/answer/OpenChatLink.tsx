import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { ChatRegular } from '@fluentui/react-icons';
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

/** The way to the chat that the question came up in (behaviour 2.1). */
export function OpenChatLink({ chatId, logId }: { chatId: string | null; logId: string | null }) {
  const styles = useStyles();
  const text = useText();
  if (chatId === null) return null;
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
