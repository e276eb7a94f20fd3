import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, ChatRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import { useChats, useRetiredChats } from '../api/chatLists.ts';
import { useLogs } from '../api/chats.ts';
import { useFlows, useMe } from '../api/queries.ts';
import { usePageStyles } from '../shell/page.ts';
import { RetirementTabs } from '../retirement/RetirementTabs.tsx';
import { hrefOf } from '../routes.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { When } from '../When.tsx';
import { ChangedOrRetired } from './ChangedOrRetired.tsx';
import { ChatDialog } from './ChatDialog.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  row: { position: 'relative', ':hover': { outline: `1px solid ${tokens.colorNeutralStroke1}` } },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflowWrap: 'anywhere',
  },
  // the whole card links to the chat
  link: { color: tokens.colorNeutralForeground1, '::after': { content: '""', position: 'absolute', inset: 0 } },
});

/** The chats that the person may use. @param tab `retired`: only retired ones that the person owns */
export function ChatList({ tab }: { tab: 'retired' | null }) {
  const page = usePageStyles();
  const text = useText();
  const me = useMe().data;
  const [isMaking, setMaking] = useState(false);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.chats')}</h1>
        {me && !me.isGuest && (
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setMaking(true)}>
            {text('chats.new')}
          </Button>
        )}
      </header>
      <Tabs tab={tab} />
      {tab === 'retired' ? <RetiredChats /> : <ChatsInUse />}
      <ChatDialog
        chat={null}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onSaved={({ id }) => goTo({ page: 'chat', id })}
      />
    </div>
  );
}

/** Only for people who own a retired chat. */
function Tabs({ tab }: { tab: 'retired' | null }) {
  const text = useText();
  return (
    <RetirementTabs
      label={text('chats.tabs')}
      addresses={{ inUse: hrefOf({ page: 'chats' }), retired: hrefOf({ page: 'chats', tab: 'retired' }) }}
      tab={tab}
      retired={useRetiredChats().data}
    />
  );
}

function ChatsInUse() {
  const text = useText();
  const isGuest = useMe().data?.isGuest ?? false;
  const chats = useChats();
  const areTabsPending = useRetiredChats().isPending; // the tabs would push the rows down
  if (chats.isPending || areTabsPending) return <Loading />;
  if (!chats.data) return <Failed error={chats.error} onRetry={() => void chats.refetch()} />;
  return (
    <>
      <Rows
        chats={chats.data}
        empty={{ title: text('chats.empty.title'), words: text(isGuest ? 'chats.empty.guest' : 'chats.empty.text') }}
      />
      <Logs />
    </>
  );
}

function RetiredChats() {
  const text = useText();
  const chats = useRetiredChats();
  if (chats.isPending) return <Loading />;
  if (!chats.data) return <Failed error={chats.error} onRetry={() => void chats.refetch()} />;
  const empty = { title: text('chats.noneRetired.title'), words: text('chats.noneRetired.text') };
  return <Rows chats={chats.data} empty={empty} />;
}

interface RowsProps {
  chats: readonly Chat[];
  /** What is said if there are none. */
  empty: { title: string; words: string };
}

function Rows({ chats, empty }: RowsProps) {
  const page = usePageStyles();
  const styles = useStyles();
  if (chats.length === 0)
    return (
      <Empty icon={<ChatRegular />} title={empty.title}>
        {empty.words}
      </Empty>
    );
  return (
    <ul className={mergeClasses(page.list, styles.list)}>
      {chats.map((chat) => (
        <li key={chat.id} className={mergeClasses(page.card, styles.row)}>
          <ChatWords chat={chat} />
        </li>
      ))}
    </ul>
  );
}

/** The logs of assignments, which stay when an assignment is over. */
function Logs() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const logs = useLogs().data?.items ?? [];
  if (logs.length === 0) return null;
  return (
    <section aria-labelledby="logs">
      <h2 id="logs" className={page.subheading}>
        {text('chats.logs')}
      </h2>
      <ul className={mergeClasses(page.list, styles.list)}>
        {logs.map(({ id, name, attempt, createdAt }) => (
          <li key={id} className={mergeClasses(page.card, styles.row)}>
            <h3 className={styles.name}>
              <Link className={styles.link} href={hrefOf({ page: 'log', id })}>
                <bdi>{name}</bdi>
              </Link>
            </h3>
            <div className={page.meta}>
              <span>{text('log.attempt', { attempt })}</span>
              <When at={createdAt} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChatWords({ chat: { id, name, flowId, isFlowRetired, users, updatedAt, retiredAt } }: { chat: Chat }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const flow = useFlows().data?.find((each) => each.id === flowId);
  return (
    <>
      <h2 className={styles.name}>
        <Link className={styles.link} href={hrefOf({ page: 'chat', id })}>
          <bdi>{name}</bdi>
        </Link>
      </h2>
      <div className={page.meta}>
        {flowId !== null && (
          <span>
            {isFlowRetired ? text('chat.itsFlowRetired') : text('chat.starts', { flow: flow?.name ?? flowId })}
          </span>
        )}
        {users && <span>{text('chat.people', { count: users.length })}</span>}
        <ChangedOrRetired updatedAt={updatedAt} retiredAt={retiredAt} />
      </div>
    </>
  );
}
