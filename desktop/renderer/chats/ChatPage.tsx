import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { ChatDismissRegular, EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Chat } from '../../../contract/chats.ts';
import { useChat } from '../api/chats.ts';
import { ApiProblem } from '../api/client.ts';
import { useFlows, useMe } from '../api/queries.ts';
import { hrefOf } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { ChatDialog } from './ChatDialog.tsx';
import { Composer } from './Composer.tsx';
import { Log } from './Log.tsx';
import { WaitingLine } from './WaitingLine.tsx';

const COLUMN = { width: '100%', maxWidth: '760px', margin: '0 auto', boxSizing: 'border-box' } as const;

const useStyles = makeStyles({
  page: {
    height: '100%',
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto',
    gridTemplateColumns: 'minmax(0, 1fr)',
  },
  bar: { backgroundColor: tokens.colorNeutralBackground1, borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  head: {
    ...COLUMN,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
  },
  back: { display: 'inline-flex', alignItems: 'center', justifyContent: 'center', minWidth: '24px', minHeight: '24px' },
  words: { flex: 1, minWidth: 0 },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  flow: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** A chat: the person's own log in it, the questions that come up, and a place to write. */
export function ChatPage({ id }: { id: string }) {
  const styles = useStyles();
  const text = useText();
  const chat = useChat(id);
  if (chat.isPending) return <Loading />;
  if (!chat.data) {
    const isMissing = chat.error instanceof ApiProblem && [404, 422].includes(chat.error.status);
    return isMissing ? <Missing /> : <Failed isPage error={chat.error} onRetry={() => void chat.refetch()} />;
  }
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Head chat={chat.data} />
      </div>
      <Log key={id} chat={chat.data} />
      <div>
        {chat.data.flowId !== null && <WaitingLine chat={chat.data} flowId={chat.data.flowId} />}
        <Composer key={id} chat={chat.data} label={text('composer.label', { chat: chat.data.name })} />
      </div>
    </div>
  );
}

function Head({ chat }: { chat: Chat }) {
  const styles = useStyles();
  const text = useText();
  const me = useMe();
  const flow = useFlows().data?.find((each) => each.id === chat.flowId);
  const [isEditing, setEditing] = useState(false);
  return (
    <header className={styles.head}>
      <Link href={hrefOf({ page: 'chats' })} className={styles.back} aria-label={text('chat.back')}>
        <BackArrow fontSize={20} />
      </Link>
      <div className={styles.words}>
        <h1 className={styles.heading} title={chat.name}>
          {chat.name}
        </h1>
        {flow && (
          <Link className={styles.flow} href={hrefOf({ page: 'flow', id: flow.id })}>
            {text('chat.starts', { flow: flow.name })}
          </Link>
        )}
      </div>
      {me.data?.id === chat.createdBy && (
        <>
          <Button appearance="subtle" icon={<EditRegular />} onClick={() => setEditing(true)}>
            {text('chat.editButton')}
          </Button>
          <ChatDialog
            chat={chat}
            isOpen={isEditing}
            onClose={() => setEditing(false)}
            onSaved={() => setEditing(false)}
          />
        </>
      )}
    </header>
  );
}

function Missing() {
  const text = useText();
  return (
    <Empty isPage icon={<ChatDismissRegular />} title={text('chat.missing.title')}>
      {text('chat.missing.text')}
    </Empty>
  );
}
