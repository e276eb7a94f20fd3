import { Link } from '@fluentui/react-components';
import { ChatDismissRegular } from '@fluentui/react-icons';
import type { Chat } from '../../../contract/chats.ts';
import { useChat } from '../api/chats.ts';
import { useFlows } from '../api/queries.ts';
import { useArrived } from '../api/useArrived.ts';
import { hrefOf } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { NotShown } from '../shell/NotShown.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AssignedBar, useAssignedHere } from './AssignedBar.tsx';
import { ChatMenu } from './ChatMenu.tsx';
import { ownLogOf, type ChatInLog } from './chatInLog.ts';
import { useChatPageStyles } from './chatPageStyles.ts';
import { Composer } from './Composer.tsx';
import { Log } from './Log.tsx';
import { IfBegun, RetiredChatBar } from './RetiredChat.tsx';
import { RetiredFlow } from './RetiredFlow.tsx';
import { useLowerBar } from './useLowerBar.ts';
import { WaitingLine } from './WaitingLine.tsx';

/** A chat: the person's own log, the questions in it, and a message field. */
export function ChatPage({ id }: { id: string }) {
  const styles = useChatPageStyles();
  const text = useText();
  const lowerBar = useLowerBar();
  const chat = useChat(id);
  if (chat.isPending) return <Loading />;
  if (!chat.data)
    return (
      <NotShown
        back={{ href: hrefOf({ page: 'chats' }), words: text('title.chats') }}
        icon={<ChatDismissRegular />}
        title={text('chat.missing.title')}
        error={chat.error}
        onRetry={() => void chat.refetch()}
      >
        {text('chat.missing.text')}
      </NotShown>
    );
  if (!chat.data.may.use) return <ClosedChat />;
  const own = ownLogOf(chat.data);
  const composer = <Composer key={id} chat={own} label={text('composer.label', { chat: chat.data.name })} />;
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Head chat={chat.data} />
        <RetiredChatBar chat={chat.data} />
        <AssignedBar chatId={id} />
      </div>
      <LogBelowBar key={id} chatId={id} log={own} />
      <div ref={lowerBar}>
        {chat.data.flowId !== null && <WaitingLine chat={own} flowId={chat.data.flowId} />}
        <IfBegun chat={own}>
          {chat.data.flowId !== null && chat.data.isFlowRetired ? (
            <RetiredFlow chat={own} flowId={chat.data.flowId}>
              {composer}
            </RetiredFlow>
          ) : (
            composer
          )}
        </IfBegun>
      </div>
    </div>
  );
}

/** The log, whose questions the bar above would otherwise move. */
function LogBelowBar({ chatId, log }: { chatId: string; log: ChatInLog }) {
  return <Log chat={log} isReady={useArrived(useAssignedHere(chatId))} />;
}

/** For administrators, who may change chats that are closed to them. */
function ClosedChat() {
  const page = usePageStyles();
  const text = useText();
  return (
    <div className={page.page}>
      <Link className={page.back} href={hrefOf({ page: 'admin', section: 'chats' })}>
        <BackArrow />
        {text('admin.section.chats')}
      </Link>
      <Empty isPage icon={<ChatDismissRegular />} title={text('chat.missing.title')}>
        {text('chat.closed.text')}
      </Empty>
    </div>
  );
}

function Head({ chat }: { chat: Chat }) {
  const styles = useChatPageStyles();
  const text = useText();
  const flow = useFlows().data?.find((each) => each.id === chat.flowId);
  return (
    <header className={styles.head}>
      <Link href={hrefOf({ page: 'chats' })} className={styles.back} aria-label={text('chat.back')}>
        <BackArrow fontSize={20} />
      </Link>
      <div className={styles.words}>
        <h1 className={styles.heading} title={chat.name}>
          <bdi>{chat.name}</bdi>
        </h1>
        {flow && (
          <Link className={styles.flow} href={hrefOf({ page: 'flow', id: flow.id })}>
            {text('chat.starts', { flow: flow.name })}
          </Link>
        )}
      </div>
      <ChatMenu chat={chat} />
    </header>
  );
}
