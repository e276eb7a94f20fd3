import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, HistoryRegular, MailInboxCheckmarkRegular } from '@fluentui/react-icons';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { hrefOf } from '../routes.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { NotificationRow } from './NotificationRow.tsx';

const useStyles = makeStyles({
  heading: {
    margin: 0,
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL} 0`,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  tabs: {
    display: 'flex',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  tab: {
    position: 'relative',
    padding: `${tokens.spacingVerticalMNudge} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    textDecoration: 'none',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  currentTab: {
    color: tokens.colorNeutralForeground1,
    '::after': {
      content: '""',
      position: 'absolute',
      insetInline: tokens.spacingHorizontalM,
      bottom: '-1px',
      height: '3px',
      borderRadius: '3px 3px 0 0',
      backgroundColor: tokens.colorCompoundBrandStroke,
    },
  },
  count: { color: tokens.colorNeutralForeground3 },
  rows: { listStyleType: 'none', margin: 0, padding: 0 },
  row: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
});

const TABS = [
  { status: 'pending', icon: <MailInboxCheckmarkRegular /> },
  { status: 'completed', icon: <CheckmarkCircleRegular /> },
  { status: 'expired', icon: <HistoryRegular /> },
] as const;

interface Props {
  notifications: UserNotification[];
  status: NotificationStatus;
  currentId: string | null;
}

export function NotificationList({ notifications, status, currentId }: Props) {
  const styles = useStyles();
  const text = useText();
  const rows = notifications.filter((notification) => notification.status === status);
  const icon = TABS.find((tab) => tab.status === status)!.icon;
  return (
    <>
      <p className={styles.heading} aria-hidden>
        {text('title.notifications')}
      </p>
      <nav className={styles.tabs} aria-label={text('notifications.tabs')}>
        {TABS.map((tab) => (
          <a
            key={tab.status}
            href={hrefOf({ page: 'notifications', id: null, status: tab.status })}
            className={mergeClasses(styles.tab, tab.status === status && styles.currentTab)}
            aria-current={tab.status === status ? 'page' : undefined}
          >
            {text(`notifications.tab.${tab.status}`)}{' '}
            <span className={styles.count}>{notifications.filter((each) => each.status === tab.status).length}</span>
          </a>
        ))}
      </nav>
      {rows.length === 0 ? (
        <Empty icon={icon} title={text(`notifications.empty.${status}.title`)}>
          {text(`notifications.empty.${status}.text`)}
        </Empty>
      ) : (
        <ul className={styles.rows} aria-label={text(`notifications.tab.${status}`)}>
          {rows.map((notification) => (
            <li key={notification.id} className={styles.row}>
              <NotificationRow notification={notification} isCurrent={notification.id === currentId} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
