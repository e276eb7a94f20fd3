import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { MailInboxDismissRegular, PeopleRegular } from '@fluentui/react-icons';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useNotification, useReadWhenSeen } from '../api/inbox.ts';
import { useRequest } from '../api/prompts.ts';
import { SafeText } from '../SafeText.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { Asker } from '../Asker.tsx';
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
    border: `1px solid ${tokens.colorTransparentStroke}`, // seen in high contrast only
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalL },
  },
  heading: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    overflowWrap: 'anywhere',
  },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    color: tokens.colorNeutralForeground3,
    marginTop: tokens.spacingVerticalXXS,
  },
  prompt: {
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  people: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface Props {
  id: string;
  /** What the list knows of it, where it stands there. */
  listed: UserNotification | undefined;
}

/** One question, and what can be done about it. */
export function NotificationDetail({ id, listed }: Props) {
  const styles = useStyles();
  const { page } = usePageStyles();
  const text = useText();
  const one = useNotification(id);
  const notification = one.data === undefined ? listed : one.data;
  useReadWhenSeen(id, notification?.isRead === false);
  if (notification === undefined)
    return one.isError ? <Failed error={one.error} onRetry={() => void one.refetch()} /> : <Loading />;
  return (
    <div className={mergeClasses(page, styles.narrow)}>
      {notification ? (
        <Question notification={notification} />
      ) : (
        <Empty icon={<MailInboxDismissRegular />} title={text('notifications.missing.title')}>
          {text('notifications.missing.text')}
        </Empty>
      )}
    </div>
  );
}

function Question({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const { flowName, requester, requesterId, createdAt, expiresAt, prompt, status, chatContext } = notification;
  return (
    <article className={styles.card}>
      <header>
        <h2 className={styles.heading}>{flowName}</h2>
        <div className={styles.meta}>
          <span>
            <Asker id={requesterId} name={requester} saysWork /> · <When at={createdAt} />
          </span>
          {status === 'pending' && <Countdown expiresAt={expiresAt} />}
        </div>
      </header>
      <p dir="auto" className={styles.prompt}>
        <SafeText>{prompt}</SafeText>
      </p>
      <Asked notification={notification} />
      <ContextPanel context={chatContext} />
      <OpenChatLink chatId={notification.chatId} logId={notification.logId} />
      <AnswerPanel notification={notification} place="inbox" />
    </article>
  );
}

/** Who else was asked, and how far they are. A courtesy: without it the question can be answered as well. */
function Asked({ notification: { id, strategy } }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const request = useRequest(id);
  const counts = request.data?.counts;
  if (!counts || counts.assignees < 2) return null;
  return (
    <div className={styles.people}>
      <PeopleRegular aria-hidden />
      {text(`asked.${strategy}`, {
        others: counts.assignees - 1,
        assignees: counts.assignees,
        responses: counts.responses,
      })}
    </div>
  );
}
