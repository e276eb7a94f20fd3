import { CounterBadge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { RefObject } from 'react';
import type { NotificationGroup } from '../../../contract/notifications.ts';
import { useGroups } from '../api/inbox.ts';
import { Countdown } from '../Countdown.tsx';
import { followByKey } from '../questionFocus.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { FORCED_COLORS } from '../shell/forcedColors.ts';
import { useText } from '../text.ts';
import { Nothing } from './Nothing.tsx';

const useStyles = makeStyles({
  rows: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    color: tokens.colorNeutralForeground1,
    textDecoration: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: {
    backgroundColor: tokens.colorBrandBackground2,
    [FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  name: { display: 'block', fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  more: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
});

interface Props {
  list: RefObject<HTMLDivElement | null>;
  currentId: string | null;
  filter: InboxFilter | undefined;
}

/** Pending questions with one row per group of equal ones; groups of several open as a table. */
export function GroupRows({ list, currentId, filter }: Props) {
  const styles = useStyles();
  const text = useText();
  const { data, error, isPending, refetch } = useGroups();
  if (isPending) return <Loading />;
  if (!data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <Nothing status="pending" isFiltered={false} onClear={() => undefined} />;
  return (
    <div ref={list}>
      <ul className={styles.rows} aria-label={text('group.list')}>
        {data.map((group) => (
          <li key={`${group.flowId}/${group.nodeId}`}>
            <a
              href={hrefTo(group, filter)}
              data-id={group.count === 1 ? group.first.id : undefined}
              onClick={(event) => group.count === 1 && followByKey(event, group.first.id)}
              className={mergeClasses(styles.row, group.first.id === currentId && styles.current)}
            >
              <span>
                <span dir="auto" className={styles.name}>
                  {group.count === 1 ? group.first.title : group.label}
                </span>
                <span className={styles.more}>
                  <span>{group.flowName}</span>
                  <Countdown expiresAt={group.first.expiresAt} />
                </span>
              </span>
              {group.count > 1 && (
                <span aria-label={text('group.count', { count: group.count })} role="img">
                  <CounterBadge count={group.count} overflowCount={9999} appearance="filled" color="informative" />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const hrefTo = ({ flowId, nodeId, count, first }: NotificationGroup, filter: InboxFilter = {}): string =>
  hrefOf(
    count === 1
      ? { page: 'notifications', id: first.id, status: 'pending', filter }
      : { page: 'notifications', id: null, status: 'pending', filter: { ...filter, flow: flowId, node: nodeId } },
  );
