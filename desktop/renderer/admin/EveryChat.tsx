import { Badge, Field, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChatRegular, SearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ListedChat } from '../../../contract/chats.ts';
import { useEveryChat } from '../api/chatLists.ts';
import { useChatRetirement } from '../api/retirement.ts';
import { ChangedOrRetired } from '../chats/ChangedOrRetired.tsx';
import { RetirementButton } from '../retirement/RetirementButton.tsx';
import { RetirementTabs } from '../retirement/RetirementTabs.tsx';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { Pages } from '../shell/Pages.tsx';
import { Empty, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useSettled } from '../useSettled.ts';
import { EditChatButton } from './EditChatButton.tsx';

const SETTLED_MS = 400;

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  list: { gap: tokens.spacingVerticalM },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalL },
  words: {
    flex: '1 1 260px',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
  },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflowWrap: 'anywhere',
  },
  gone: { height: 'auto', minHeight: '20px' }, // its words may take two lines
});

interface Props {
  tab: 'retired' | null;
}

/** The chats of everybody, for administrators: what is in use, or what is retired. */
export function EveryChat({ tab }: Props) {
  const styles = useStyles();
  const text = useText();
  const [q, setQ] = useState('');
  const retired = useEveryChat({ retired: true, q: '' });
  const isRetired = tab === 'retired';
  return (
    <>
      <p className={styles.text}>{text('admin.section.chats.text')}</p>
      <RetirementTabs
        label={text('chats.tabs')}
        addresses={{
          inUse: hrefOf({ page: 'admin', section: 'chats' }),
          retired: hrefOf({ page: 'admin', section: 'chats', tab: 'retired' }),
        }}
        tab={tab}
        retired={retired.data?.pages[0]?.items}
      />
      <div role="search">
        <Field label={text('admin.chats.search')}>
          <Input
            type="search"
            contentBefore={<SearchRegular aria-hidden />}
            value={q}
            onChange={(_event, { value }) => setQ(value)}
          />
        </Field>
      </div>
      {/* keyed by tab, so that neither list shows the other's rows while it loads; the tabs would push the rows down */}
      {retired.isPending ? <Loading /> : <Chats key={tab} isRetired={isRetired} q={q} />}
    </>
  );
}

function Chats({ isRetired, q }: { isRetired: boolean; q: string }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const searched = useSettled(q, SETTLED_MS).trim();
  const read = useEveryChat({ retired: isRetired, q: searched });
  const nothing = text(isRetired ? 'admin.chats.noneRetired' : 'admin.chats.none');
  return (
    <Pages
      read={read}
      empty={<Empty icon={<ChatRegular />} title={searched === '' ? nothing : text('admin.chats.nothing')} />}
    >
      {(chats) => (
        <ul className={mergeClasses(page.list, styles.list)}>
          {chats.map((chat) => (
            <li key={chat.id} className={mergeClasses(page.card, styles.row)}>
              <ChatWords chat={chat} />
              <ChatActions chat={chat} />
            </li>
          ))}
        </ul>
      )}
    </Pages>
  );
}

function ChatWords({ chat: { name, maker, updatedAt, retiredAt } }: { chat: ListedChat }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.words}>
      <h2 className={styles.name}>
        <bdi>{name}</bdi>
      </h2>
      <div className={page.meta}>
        {maker.isGone ? (
          <Badge appearance="tint" color="warning" className={styles.gone}>
            {text('admin.chats.makerGone')}
          </Badge>
        ) : (
          <span>{text('admin.chats.madeBy', { name: maker.displayName ?? maker.id })}</span>
        )}
        <ChangedOrRetired updatedAt={updatedAt} retiredAt={retiredAt} />
      </div>
    </div>
  );
}

function ChatActions({ chat: { id, name, retiredAt } }: { chat: ListedChat }) {
  const page = usePageStyles();
  const text = useText();
  const isRetired = retiredAt !== null;
  return (
    <div className={page.actions}>
      {!isRetired && <EditChatButton id={id} name={name} />}
      <RetirementButton
        isRetired={isRetired}
        retirement={useChatRetirement(id)}
        of={name}
        words={{
          title: text('chat.retire.title', { chat: name }),
          text: text('chat.retire.text'),
          retired: text('chat.retire.said'),
          restored: text('chat.restore.said'),
        }}
      />
    </div>
  );
}
