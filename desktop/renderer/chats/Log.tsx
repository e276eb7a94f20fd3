import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChatRegular } from '@fluentui/react-icons';
import { useEffect, type ReactNode } from 'react';
import { useEarlierMessages, useMessages } from '../api/chats.ts';
import { useTyped, type Typed } from '../api/typing.ts';
import { itemsOf, useInbox, type Inbox } from '../api/inbox.ts';
import { wordsFor } from '../problemWords.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';
import { InlinePrompt } from './InlinePrompt.tsx';
import { Instructions } from './Instructions.tsx';
import { Bubble, MessageBubble } from './MessageBubble.tsx';
import { timelineOf, type Entry } from './timeline.ts';
import { useLogScroll } from './useLogScroll.ts';
import { useNames } from './useNames.ts';

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
  earlier: { alignSelf: 'center', textAlign: 'center' },
  problem: { display: 'block', color: tokens.colorStatusDangerForeground1 },
});

/** @param isReady false: what stands above it is still to come */
export function Log({ chat, isReady = true }: { chat: ChatInLog; isReady?: boolean }) {
  const text = useText();
  const { place } = chat;
  const messages = useMessages(place);
  const notifications = useInbox(place.logId === null ? { chatId: place.chatId } : { logId: place.logId });
  const earlier = useEarlierMessages(place);
  const said = messages.data?.items ?? [];
  const typed = useTyped(place, said);
  useAllSince(notifications, (messages.data?.nextCursor ?? null) === null ? '' : (said.at(-1)?.at ?? ''));
  if (messages.isPending || notifications.isPending || !isReady) return <Loading />;
  if (!messages.data) return <Failed error={messages.error} onRetry={() => void messages.refetch()} />;
  const { nextCursor } = messages.data;
  const entries = timelineOf(place, said, itemsOf(notifications.data), nextCursor !== null);
  if (entries.length === 0)
    return (
      <div>
        <Instructions chat={chat} />
        <Empty icon={<ChatRegular />} title={text('log.empty.title')}>
          {chat.isFlowRetired || chat.isClosed ? '' : text(howToBegin(chat))}
        </Empty>
      </div>
    );
  return (
    <Entries
      chat={chat}
      entries={entries}
      typed={typed}
      earlier={nextCursor !== null && <Earlier reading={earlier} onRead={() => earlier.mutate(nextCursor)} />}
    />
  );
}

const howToBegin = ({ flowId, assistant }: ChatInLog) =>
  flowId !== null ? 'log.empty.flow' : assistant.enabled ? 'log.empty.assistant' : 'log.empty.text';

/** Loads questions until they reach as far back as the messages. */
function useAllSince({ data, hasNextPage, isFetching, fetchNextPage }: Inbox, since: string): void {
  const oldest = itemsOf(data).at(-1)?.createdAt ?? '';
  const isWanted = hasNextPage && !isFetching && oldest >= since;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
}

interface EntriesProps {
  chat: ChatInLog;
  entries: readonly Entry[];
  typed: Typed | null;
  /** The button for earlier messages; false if there are none. */
  earlier: ReactNode;
}

function Entries({ chat, entries, typed, earlier }: EntriesProps) {
  const styles = useStyles();
  const text = useText();
  const nameOf = useNames(chat);
  const { log, content, onScroll } = useLogScroll({
    firstId: entries[0]?.id,
    saidAt: entries.at(-1)?.at,
    writtenAt: entries.findLast(isOwn)?.at,
  });
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
        {earlier ? (
          <li className={styles.earlier}>{earlier}</li>
        ) : (
          chat.instructions !== '' && (
            <li>
              <Instructions chat={chat} />
            </li>
          )
        )}
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            {entry.kind === 'message' ? (
              <MessageBubble message={entry.message} by={nameOf(entry.message.role)} />
            ) : (
              <InlinePrompt notification={entry.notification} />
            )}
          </li>
        ))}
        {typed && (
          // screen readers announce the whole message once it is in the log
          <li className={styles.entry} aria-live="off">
            <Bubble role="ai" by={nameOf('ai')} aside={text('log.typing')} content={typed.text} />
          </li>
        )}
      </ol>
    </div>
  );
}

const isOwn = (entry: Entry): boolean => entry.kind === 'message' && entry.message.role === 'user';

interface EarlierProps {
  reading: Pick<ReturnType<typeof useEarlierMessages>, 'isPending' | 'error'>;
  onRead(): void;
}

function Earlier({ reading: { isPending, error }, onRead }: EarlierProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <>
      <Button disabledFocusable={isPending} onClick={() => !isPending && onRead()}>
        {text('log.earlier')}
      </Button>
      <span role="status" className={styles.problem}>
        {error && wordsFor(error, text)}
      </span>
    </>
  );
}
