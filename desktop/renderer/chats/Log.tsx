import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChatRegular } from '@fluentui/react-icons';
import type { Chat } from '../../../contract/chats.ts';
import { useMessages } from '../api/chats.ts';
import { useTyped, type Typed } from '../api/typing.ts';
import { useNotifications } from '../api/queries.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { InlinePrompt } from './InlinePrompt.tsx';
import { Bubble, MessageBubble } from './MessageBubble.tsx';
import { timelineOf, type Entry } from './timeline.ts';
import { useLogScroll } from './useLogScroll.ts';

const useStyles = makeStyles({
  log: {
    overflowY: 'auto',
    minHeight: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  content: {
    listStyleType: 'none',
    maxWidth: '760px',
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalL,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
  },
  entry: { display: 'flex', flexDirection: 'column' },
  earlier: { alignSelf: 'center' },
});

export function Log({ chat }: { chat: Chat }) {
  const text = useText();
  const messages = useMessages(chat.id);
  const notifications = useNotifications();
  const said = messages.data?.pages.flatMap(({ items }) => items) ?? [];
  const typed = useTyped(chat.id, said);
  if (messages.isPending || notifications.isPending) return <Loading />;
  if (!messages.data) return <Failed error={messages.error} onRetry={() => void messages.refetch()} />;
  const entries = timelineOf(chat.id, said, notifications.data ?? [], messages.hasNextPage);
  if (entries.length === 0)
    return (
      <div>
        <Empty icon={<ChatRegular />} title={text('log.empty.title')}>
          {text(
            chat.flowId !== null ? 'log.empty.flow' : chat.assistant.enabled ? 'log.empty.assistant' : 'log.empty.text',
          )}
        </Empty>
      </div>
    );
  return (
    <Entries
      chat={chat}
      entries={entries}
      typed={typed}
      hasEarlier={messages.hasNextPage}
      isFetching={messages.isFetchingNextPage}
      onEarlier={() => void messages.fetchNextPage()}
    />
  );
}

interface EntriesProps {
  chat: Chat;
  entries: readonly Entry[];
  typed: Typed | null;
  hasEarlier: boolean;
  isFetching: boolean;
  onEarlier(): void;
}

function Entries({ chat, entries, typed, hasEarlier, isFetching, onEarlier }: EntriesProps) {
  const styles = useStyles();
  const text = useText();
  const { log, content, onScroll } = useLogScroll(entries[0]?.id);
  return (
    <div
      ref={log}
      role="log"
      aria-label={text('log.label', { chat: chat.name })}
      tabIndex={0}
      className={styles.log}
      onScroll={onScroll}
    >
      <ol ref={content} className={styles.content}>
        {hasEarlier && (
          <li className={styles.earlier}>
            <Button disabledFocusable={isFetching} onClick={onEarlier}>
              {text('log.earlier')}
            </Button>
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            {entry.kind === 'message' ? (
              <MessageBubble message={entry.message} />
            ) : (
              <InlinePrompt notification={entry.notification} />
            )}
          </li>
        ))}
        {typed && (
          // read out is the whole message, once it stands in the log
          <li className={styles.entry} aria-live="off">
            <Bubble role="ai" aside={text('log.typing')} content={typed.text} />
          </li>
        )}
      </ol>
    </div>
  );
}
