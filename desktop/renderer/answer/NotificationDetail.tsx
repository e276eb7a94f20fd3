import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { MailInboxDismissRegular } from '@fluentui/react-icons';
import { useEffect, useId, useRef } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { headOf } from '../../../contract/promptContent.ts';
import { useNotification, useReadWhenSeen } from '../api/inbox.ts';
import { usePromptTemplate, useRequest } from '../api/prompts.ts';
import { useArrived } from '../api/useArrived.ts';
import { PromptContent, Spans } from '../PromptContent.tsx';
import { useQuestionFocus } from '../questionFocus.ts';
import { useHiddenStyles } from '../shell/hidden.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { Background } from './Background.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { Attachments } from './Attachments.tsx';
import { Asker } from '../Asker.tsx';
import { FactTable } from './FactTable.tsx';
import { Countdown } from '../Countdown.tsx';
import { OpenChatLink } from './OpenChatLink.tsx';

const useStyles = makeStyles({
  narrow: { maxWidth: '720px' },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXXL,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
    border: `1px solid ${tokens.colorTransparentStroke}`, // visible in high contrast only
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalL },
  },
  heading: {
    margin: `${tokens.spacingVerticalS} 0 0`,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  prompt: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
});

interface Props {
  id: string;
  /** The list's copy of it, if it is in the list. */
  listed: UserNotification | undefined;
  /** Called when the answer is given and nothing is left to do here. */
  onGiven?(): void;
  /** It has its own window, which it gives the title. */
  isAlone?: boolean;
}

/** One question and its actions. */
export function NotificationDetail({ id, listed, onGiven, isAlone = false }: Props) {
  const styles = useStyles();
  const { page } = usePageStyles();
  const text = useText();
  const one = useNotification(id);
  const notification = one.data === undefined ? listed : one.data;
  useReadWhenSeen(id, notification?.isRead === false);
  useWindowTitle(isAlone ? (notification?.title ?? text('title.notifications')) : null);
  if (notification === undefined)
    return one.isError ? <Failed error={one.error} onRetry={() => void one.refetch()} /> : <Loading />;
  return (
    <div className={mergeClasses(page, styles.narrow)}>
      {notification ? (
        <Question notification={notification} onGiven={onGiven} />
      ) : (
        <Empty icon={<MailInboxDismissRegular />} title={text('notifications.missing.title')}>
          {text('notifications.missing.text')}
        </Empty>
      )}
    </div>
  );
}

/** @param title null: set elsewhere */
function useWindowTitle(title: string | null): void {
  const text = useText();
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${text('product')}`;
  }, [title, text]);
}

function Question({ notification, onGiven }: { notification: UserNotification } & Pick<Props, 'onGiven'>) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const place = useRef<HTMLElement>(null);
  const titleId = useId();
  useQuestionFocus(notification.id, place);
  const { flowName, requester, requesterId, createdAt, expiresAt, status, chatContext } = notification;
  const { lead, rest } = headOf(notification);
  return (
    <article ref={place} tabIndex={-1} aria-labelledby={titleId} className={styles.card}>
      <header>
        <div className={styles.meta}>
          <bdi>{flowName}</bdi>
          <When at={createdAt} />
          {status === 'pending' && <Countdown expiresAt={expiresAt} />}
          <Asker id={requesterId} name={requester} saysWork />
        </div>
        <h2 id={titleId} dir="auto" className={lead === null ? hidden : styles.heading}>
          {lead === null ? notification.title : <Spans spans={lead} />}
        </h2>
      </header>
      {rest.length > 0 && (
        <div className={styles.prompt}>
          <PromptContent blocks={rest} isOld={!notification.content} />
        </div>
      )}
      <FactTable facts={notification.facts} />
      <Attachments attachments={notification.attachments} />
      <Background notification={notification} />
      <ContextPanel context={chatContext} />
      <OpenChatLink chatId={notification.chatId} logId={notification.logId} />
      <Answer key={notification.id} notification={notification} onGiven={onGiven} />
    </article>
  );
}

/** It comes with the background above it, which would otherwise move its buttons. */
function Answer({ notification, onGiven }: { notification: UserNotification } & Pick<Props, 'onGiven'>) {
  usePromptTemplate(notification.promptTemplateId); // on its way meanwhile
  const hasBackground = useArrived(useRequest(notification.id));
  if (!hasBackground && notification.status === 'pending') return <Loading rows={2} />;
  return <AnswerPanel notification={notification} place="inbox" onGiven={onGiven} />;
}
