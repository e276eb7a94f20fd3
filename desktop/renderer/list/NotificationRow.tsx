import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ClockRegular } from '@fluentui/react-icons';
import { Fragment, memo } from 'react';
import { useIntl } from 'react-intl';
import type { UserNotification } from '../../../contract/notifications.ts';
import { followByKey } from '../questionFocus.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { useHiddenStyles } from '../shell/hidden.ts';
import { FORCED_COLORS } from '../shell/forcedColors.ts';
import { useText } from '../text.ts';
import { useFactWords } from '../useFactWords.ts';
import { tabOf } from '../inboxTab.ts';
import { When } from '../When.tsx';
import { Asker } from '../Asker.tsx';
import { Countdown } from '../Countdown.tsx';

const useStyles = makeStyles({
  item: {
    position: 'relative',
    display: 'flex',
    ':hover': { outline: `1px solid ${tokens.colorNeutralStroke1}`, outlineOffset: '-1px' },
    ':hover button, :focus-within button': { opacity: 1 },
  },
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
    [FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  dot: { width: '8px', height: '8px', borderRadius: '50%', marginTop: '6px', backgroundColor: 'transparent' },
  unreadDot: { backgroundColor: tokens.colorBrandForeground1, [FORCED_COLORS]: { backgroundColor: 'Highlight' } },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    '& > time': { marginInlineStart: 'auto' },
  },
  // a long one leaves room for the time beside it
  flow: { flexGrow: 1, flexBasis: '50%' },
  name: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    minWidth: 0,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  title: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    margin: `${tokens.spacingVerticalXXS} 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  oneLine: { display: 'block', whiteSpace: 'nowrap', textOverflow: 'ellipsis', margin: 0 },
  compactRow: { paddingTop: tokens.spacingVerticalSNudge, paddingBottom: tokens.spacingVerticalSNudge },
  compactSelect: { paddingTop: tokens.spacingVerticalSNudge },
  facts: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  snooze: {
    flexShrink: 0,
    alignSelf: 'center',
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    padding: 0,
    marginInlineEnd: tokens.spacingHorizontalS,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    fontSize: '20px',
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (hover: hover) and (min-width: 900px)': { opacity: 0 },
  },
  unread: { fontWeight: tokens.fontWeightSemibold },
});

interface Props {
  notification: UserNotification;
  isCurrent: boolean;
  isCompact: boolean;
  filter: InboxFilter | undefined;
  isSelected: boolean;
  /** Null if there are no bulk actions. */
  onSelect: ((id: string) => void) | null;
  /** Null if it cannot be snoozed. */
  onSnooze: ((notification: UserNotification) => void) | null;
}

/**
 * Memoized, because a list has thousands. Its accessible name is title, asker and due date: what a listener needs to
 * choose.
 */
export const NotificationRow = memo(function NotificationRow(props: Props) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  const { notification, isCurrent, isCompact, filter, isSelected, onSelect, onSnooze } = props;
  const { id, isRead, createdAt, flowName, title } = notification;
  const tab = tabOf(notification);
  const isUnread = !isRead && tab === 'pending';
  return (
    <div className={mergeClasses(styles.item, (isCurrent || isSelected) && styles.current)}>
      {onSelect && (
        <label className={mergeClasses(styles.select, isCompact && styles.compactSelect)}>
          <input
            type="checkbox"
            className={styles.checkbox}
            checked={isSelected}
            aria-label={text('notifications.select', { title })}
            onChange={() => onSelect(id)}
          />
        </label>
      )}
      <a
        href={hrefOf({ page: 'notifications', id, status: tab, filter })}
        data-id={id}
        className={mergeClasses(styles.row, isCompact && styles.compactRow)}
        onClick={(event) => followByKey(event, id)}
        aria-current={isCurrent ? 'true' : undefined}
        aria-describedby={!isCompact && notification.facts.length > 0 ? factsId(id) : undefined}
      >
        <span className={mergeClasses(styles.dot, isUnread && styles.unreadDot)} aria-hidden />
        <span>
          {isUnread && <span className={hidden}>{text('notifications.unread')} </span>}
          {!isCompact && (
            <span className={styles.line} aria-hidden>
              <span className={mergeClasses(styles.name, styles.flow)}>
                <bdi>{flowName}</bdi>
              </span>
              <When at={createdAt} />
            </span>
          )}
          <span
            dir="auto"
            className={mergeClasses(styles.title, isCompact && styles.oneLine, isUnread && styles.unread)}
          >
            {title}
          </span>
          {!isCompact && <Facts notification={notification} />}
          <LastLine notification={notification} />
        </span>
      </a>
      {onSnooze && <SnoozeButton notification={notification} onSnooze={onSnooze} />}
    </div>
  );
});

interface SnoozeProps {
  notification: UserNotification;
  onSnooze(notification: UserNotification): void;
}

function SnoozeButton({ notification, onSnooze }: SnoozeProps) {
  const styles = useStyles();
  const text = useText();
  const { title } = notification;
  const isSnoozed = tabOf(notification) === 'snoozed';
  return (
    <button
      type="button"
      className={styles.snooze}
      aria-label={text(isSnoozed ? 'snooze.endOf' : 'snooze.of', { title })}
      title={text(isSnoozed ? 'snooze.end' : 'snooze.title')}
      onClick={() => onSnooze(notification)}
    >
      <ClockRegular aria-hidden />
    </button>
  );
}

const FACTS_SHOWN = 2;

/** The first key figures of the question. */
function Facts({ notification: { id, facts } }: { notification: UserNotification }) {
  const styles = useStyles();
  const words = useFactWords();
  if (facts.length === 0) return null;
  return (
    <span id={factsId(id)} className={styles.facts} aria-hidden>
      {facts.slice(0, FACTS_SHOWN).map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          <bdi>{fact.label}</bdi>: <bdi>{words(fact)}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

const factsId = (id: string): string => `facts-${id}`;

/** The asker and the remaining time, or the outcome. */
function LastLine({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const { requesterId, requester, status, expiresAt, snoozedUntil } = notification;
  return (
    <span className={styles.line}>
      <Asker id={requesterId} name={requester} />
      {status !== 'pending' ? (
        <span className={styles.name}>{outcomeWord(notification, text)}</span>
      ) : snoozedUntil ? (
        <span>{text('snooze.until', { until: intl.formatDate(snoozedUntil, UNTIL) })}</span>
      ) : (
        <Due expiresAt={expiresAt} />
      )}
    </span>
  );
}

/** The remaining time; screen readers get a date, because a countdown changes while the list is read out. */
function Due({ expiresAt }: Pick<UserNotification, 'expiresAt'>) {
  const { hidden } = useHiddenStyles();
  const text = useText();
  const intl = useIntl();
  return (
    <>
      <span className={hidden}>
        {text('notifications.row.due', {
          due: intl.formatDate(expiresAt, { dateStyle: 'medium', timeStyle: 'short' }),
        })}
      </span>
      <span aria-hidden>
        <Countdown expiresAt={expiresAt} />
      </span>
    </>
  );
}

const UNTIL = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;

function outcomeWord(
  { status, closedReason, response, answeredBy }: UserNotification,
  text: ReturnType<typeof useText>,
): string {
  if (status === 'expired')
    return text(closedReason === 'cancelled' ? 'outcome.word.cancelled' : 'outcome.word.timedOut');
  if (response !== null) return text('outcome.word.byYou');
  return answeredBy === null ? text('outcome.word.answered') : text('outcome.word.by', { name: answeredBy });
}
