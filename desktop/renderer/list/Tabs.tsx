import { makeStyles, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { InboxTab } from '../../../contract/notifications.ts';
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
  // with the padding of a tab, the words begin where the heading above does
  tabs: {
    paddingInlineStart: tokens.spacingHorizontalXS,
    '@media (max-width: 639px)': { paddingInlineStart: tokens.spacingHorizontalS },
  },
  count: { color: tokens.colorNeutralForeground3 },
});

const TABS: readonly InboxTab[] = ['pending', 'snoozed', 'completed', 'expired'];

interface Props {
  status: InboxTab;
  filter: InboxFilter | undefined;
}

/** A tab with a count for each state of notifications, and for snoozed ones if there are any (behaviour 3.1). */
export function Tabs({ status, filter }: Props) {
  const styles = useStyles();
  const text = useText();
  const { formatNumber } = useIntl();
  const counts = useInboxCounts();
  // grouping does not carry over to other tabs
  const { group: _, node: __, ...kept } = filter ?? {};
  const shared = Object.keys(kept).length > 0 ? kept : undefined;
  const shown = TABS.filter((tab) => tab !== 'snoozed' || status === tab || counts[tab] > 0);
  return (
    <LinkTabs
      label={text('notifications.tabs')}
      className={styles.tabs}
      places={shown.map((tab) => ({
        href: hrefOf({ page: 'notifications', id: null, status: tab, filter: tab === status ? filter : shared }),
        words: (
          <>
            {text(`notifications.tab.${tab}`)} <span className={styles.count}>{formatNumber(counts[tab])}</span>
          </>
        ),
        isCurrent: tab === status,
      }))}
    />
  );
}

/** The title of the list, above the sticky part. */
export function ListTitle({ filter }: Pick<Props, 'filter'>) {
  const styles = useStyles();
  const text = useText();
  return (
    <>
      <p className={styles.heading} aria-hidden>
        {text('title.notifications')}
      </p>
      <ScopeTabs current={filter?.scope ?? 'all'} isSmall />
    </>
  );
}
