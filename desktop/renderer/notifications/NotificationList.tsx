import { makeStyles, mergeClasses, Tab, TabList, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, HistoryRegular, MailInboxCheckmarkRegular } from '@fluentui/react-icons';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { NotificationRow } from './NotificationRow.tsx';

const useStyles = makeStyles({
  heading: { margin: 0, padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL} 0`, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  tabs: { padding: `0 ${tokens.spacingHorizontalS}`, borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  count: { color: tokens.colorNeutralForeground3, marginInlineStart: tokens.spacingHorizontalXS, fontWeight: tokens.fontWeightRegular },
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
      <h1 className={styles.heading}>{text('title.notifications')}</h1>
      <TabList
        className={styles.tabs}
        selectedValue={status}
        onTabSelect={(_event, { value }) => goTo({ page: 'notifications', id: null, status: value as NotificationStatus })}
        aria-label={text('notifications.tabs')}
      >
        {TABS.map((tab) => (
          <Tab key={tab.status} value={tab.status}>
            {text(`notifications.tab.${tab.status}`)}
            <span className={mergeClasses(styles.count)}>{notifications.filter((each) => each.status === tab.status).length}</span>
          </Tab>
        ))}
      </TabList>
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
