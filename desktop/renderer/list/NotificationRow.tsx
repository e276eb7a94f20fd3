import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { useHiddenStyles } from '../shell/hidden.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { Asker } from '../Asker.tsx';
import { Countdown } from '../Countdown.tsx';

const useStyles = makeStyles({
  item: { display: 'flex', ':hover': { outline: `1px solid ${tokens.colorNeutralStroke1}`, outlineOffset: '-1px' } },
  select: {
    display: 'grid',
    placeItems: 'start center',
    flexShrink: 0,
    width: '36px',
    paddingTop: tokens.spacingVerticalM,
    cursor: 'pointer',
  },
  checkbox: { width: '16px', height: '16px', margin: '2px 0 0', accentColor: tokens.colorCompoundBrandBackground },
  row: {
    flexGrow: 1,
    minWidth: 0,
    display: 'grid',
    gridTemplateColumns: '10px minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground1,
    textDecoration: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  dot: { width: '8px', height: '8px', borderRadius: '50%', marginTop: '6px', backgroundColor: 'transparent' },
  unreadDot: { backgroundColor: tokens.colorBrandForeground1 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  flow: { overflowWrap: 'anywhere' },
  prompt: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    margin: `${tokens.spacingVerticalXXS} 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  unread: { fontWeight: tokens.fontWeightSemibold },
});

interface Props {
  notification: UserNotification;
  isCurrent: boolean;
  filter: InboxFilter | undefined;
  isSelected: boolean;
  /** Null where there is nothing to do with several at once. */
  onSelect: ((id: string) => void) | null;
}

/** Drawn anew only when something of its own changes: a list has thousands. */
export const NotificationRow = memo(function NotificationRow(props: Props) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  const { notification, isCurrent, filter, isSelected, onSelect } = props;
  const { id, status, flowName, requester, requesterId, prompt, isRead, createdAt, expiresAt } = notification;
  const isUnread = !isRead && status === 'pending';
  return (
    <div className={mergeClasses(styles.item, (isCurrent || isSelected) && styles.current)}>
      {onSelect && (
        <label className={styles.select}>
          <input
            type="checkbox"
            className={styles.checkbox}
            checked={isSelected}
            aria-label={text('notifications.select', { prompt: prompt.slice(0, 80) })}
            onChange={() => onSelect(id)}
          />
        </label>
      )}
      <a
        href={hrefOf({ page: 'notifications', id, status, filter })}
        data-id={id}
        className={styles.row}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className={mergeClasses(styles.dot, isUnread && styles.unreadDot)} aria-hidden />
        <span>
          {isUnread && <span className={hidden}>{text('notifications.unread')} </span>}
          <span className={styles.line}>
            <span className={styles.flow}>{flowName}</span>
            <When at={createdAt} />
          </span>
          <span dir="auto" className={mergeClasses(styles.prompt, isUnread && styles.unread)}>
            {prompt}
          </span>
          <span className={styles.line}>
            <Asker id={requesterId} name={requester} />
            {status === 'pending' ? (
              <Countdown expiresAt={expiresAt} />
            ) : (
              <span>{outcomeWord(notification, text)}</span>
            )}
          </span>
        </span>
      </a>
    </div>
  );
});

function outcomeWord(
  { status, closedReason, response, answeredBy }: UserNotification,
  text: ReturnType<typeof useText>,
): string {
  if (status === 'expired')
    return text(closedReason === 'cancelled' ? 'outcome.word.cancelled' : 'outcome.word.timedOut');
  if (response !== null) return text('outcome.word.byYou');
  return answeredBy === null ? text('outcome.word.answered') : text('outcome.word.by', { name: answeredBy });
}
