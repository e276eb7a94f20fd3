import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, ChatRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import { useChats, useLogs } from '../api/chats.ts';
import { useFlows } from '../api/queries.ts';
import { usePageStyles } from '../shell/page.ts';
import { hrefOf } from '../routes.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { When } from '../When.tsx';
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

export function ChatList() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const chats = useChats();
  const [isMaking, setMaking] = useState(false);
  if (chats.isPending) return <Loading />;
  if (!chats.data) return <Failed isPage error={chats.error} onRetry={() => void chats.refetch()} />;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.chats')}</h1>
        <Button appearance="primary" icon={<AddRegular />} onClick={() => setMaking(true)}>
          {text('chats.new')}
        </Button>
      </header>
      {chats.data.length === 0 ? (
        <Empty icon={<ChatRegular />} title={text('chats.empty.title')}>
          {text('chats.empty.text')}
        </Empty>
      ) : (
        <ul className={mergeClasses(page.list, styles.list)}>
          {chats.data.map((chat) => (
            <li key={chat.id} className={mergeClasses(page.card, styles.row)}>
              <ChatWords chat={chat} />
            </li>
          ))}
        </ul>
      )}
      <Logs />
      <ChatDialog
        chat={null}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onSaved={({ id }) => goTo({ page: 'chat', id })}
      />
    </div>
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

function ChatWords({ chat: { id, name, flowId, isFlowRetired, users, updatedAt } }: { chat: Chat }) {
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
        <span>
          {text('chat.changed')} <When at={updatedAt} />
        </span>
      </div>
    </>
  );
}
