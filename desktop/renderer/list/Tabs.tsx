import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { NotificationStatus } from '../../../contract/notifications.ts';
import { useInboxCounts } from '../api/inbox.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { useText } from '../text.ts';
import { ScopeTabs } from './ScopeTabs.tsx';

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
});

const TABS: readonly NotificationStatus[] = ['pending', 'completed', 'expired'];

interface Props {
  status: NotificationStatus;
  filter: InboxFilter | undefined;
}

/** A tab for each state of a notification, with how many there are (behaviour 3.1). */
export function Tabs({ status, filter }: Props) {
  const styles = useStyles();
  const text = useText();
  const counts = useInboxCounts();
  return (
    <>
      <p className={styles.heading} aria-hidden>
        {text('title.notifications')}
      </p>
      <ScopeTabs current="questions" />
      <nav className={styles.tabs} aria-label={text('notifications.tabs')}>
        {TABS.map((tab) => (
          <a
            key={tab}
            href={hrefOf({ page: 'notifications', id: null, status: tab, filter })}
            className={mergeClasses(styles.tab, tab === status && styles.currentTab)}
            aria-current={tab === status ? 'page' : undefined}
          >
            {text(`notifications.tab.${tab}`)} <span className={styles.count}>{counts[tab]}</span>
          </a>
        ))}
      </nav>
    </>
  );
}
