import { makeStyles, tokens } from '@fluentui/react-components';
import type { NotificationStatus } from '../../../contract/notifications.ts';
import { useInboxCounts } from '../api/inbox.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { LinkTabs } from '../shell/LinkTabs.tsx';
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
      <ScopeTabs current={filter?.scope ?? 'all'} />
      <LinkTabs
        label={text('notifications.tabs')}
        places={TABS.map((tab) => ({
          href: hrefOf({ page: 'notifications', id: null, status: tab, filter }),
          words: (
            <>
              {text(`notifications.tab.${tab}`)} <span className={styles.count}>{counts[tab]}</span>
            </>
          ),
          isCurrent: tab === status,
        }))}
      />
    </>
  );
}
