import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { MailInboxCheckmarkRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useEffect } from 'react';
import type { InboxTab } from '../../../contract/notifications.ts';
import { PENDING, useInbox } from '../api/inbox.ts';
import { loadOutboxBars } from '../outbox/loadOutboxBars.ts';
import { Boundary } from '../shell/Boundary.tsx';
import { useHiddenStyles } from '../shell/hidden.ts';
import { quiet } from '../shell/quiet.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import type { InboxFilter } from '../routes.ts';
import { useRoute } from '../useRoute.ts';
import { NotificationList } from './NotificationList.tsx';
import { useAdvance } from './useAdvance.ts';
import { useNeighbours } from './useNeighbours.ts';
import { useRows } from './useRows.ts';
import { useSelection } from './useSelection.ts';

const loadDetail = () => {
  void loadOutboxBars().catch(() => undefined); // its answer may have to be undone
  return Promise.all([import('../answer/NotificationDetail.tsx'), import('./DetailHead.tsx')]);
};
const NotificationDetail = lazy(async () => ({ default: (await loadDetail())[0].NotificationDetail }));
const DetailHead = lazy(async () => ({ default: (await loadDetail())[1].DetailHead }));

const GroupTable = lazy(async () => ({ default: (await import('./GroupTable.tsx')).GroupTable }));

const WIDE = '@media screen and (min-width: 900px)';

const useStyles = makeStyles({
  center: {
    '@media (max-width: 899px)': { display: 'flex', flexDirection: 'column', minHeight: '100%' },
    [WIDE]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(340px, 420px) minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 1fr)',
      height: '100%',
    },
  },
  list: {
    backgroundColor: tokens.colorNeutralBackground1,
    flexGrow: 1,
    [WIDE]: { overflowY: 'auto', borderRight: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  detail: { [WIDE]: { overflowY: 'auto', scrollPaddingBottom: 'var(--actions-height, 0px)' } },
  hiddenOnPhones: { '@media (max-width: 899px)': { display: 'none' }, '@media print': { display: 'none' } },
});

/** The inbox (behaviour 1): list and question side by side on wide screens, one at a time otherwise. */
export function NotificationCenter({ id, status }: { id: string | null; status: InboxTab }) {
  const inbox = useInbox({ status });
  const pending = useInbox(PENDING);
  const route = useRoute();
  const filter = route.page === 'notifications' ? route.filter : undefined;
  const isThere = inbox.isSuccess;
  useEffect(() => {
    if (isThere)
      void quiet()
        .then(loadDetail)
        .catch(() => undefined); // only a prefetch: opening a question does not wait for it
  }, [isThere]);
  if (inbox.data || pending.data) return <Panes id={id} status={status} filter={filter} />; // the other tabs are reachable
  if (inbox.isPending) return <Loading />;
  const retry = (): void => {
    void inbox.refetch();
    void pending.refetch();
  };
  return <Failed isPage error={inbox.error} onRetry={retry} />;
}

interface PanesProps {
  id: string | null;
  status: InboxTab;
  filter: InboxFilter | undefined;
}

function Panes({ id, status, filter }: PanesProps) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  const found = useRows(status, filter);
  const neighbours = useNeighbours(found, id);
  const onGiven = useAdvance(id, { page: 'notifications', status, filter }, neighbours, found);
  const selection = useSelection(status === 'pending' ? found.rows : []);
  const isTable = id === null && filter?.node !== undefined;
  const isDetail = id !== null || isTable;
  return (
    <div className={styles.center}>
      <h1 className={hidden}>{text('title.notifications')}</h1>
      <div className={mergeClasses(styles.list, isDetail && styles.hiddenOnPhones)}>
        <NotificationList
          status={status}
          filter={filter}
          currentId={id}
          found={found}
          neighbours={neighbours}
          selection={selection}
          isBesideTable={isTable}
        />
      </div>
      <div className={mergeClasses(styles.detail, !isDetail && styles.hiddenOnPhones)}>
        {isTable ? (
          <Boundary isPart>
            <Suspense fallback={<Loading />}>
              <GroupTable
                key={JSON.stringify([filter.flow, filter.node])}
                found={found}
                filter={filter}
                selection={selection}
              />
            </Suspense>
          </Boundary>
        ) : id === null ? (
          found.all.length > 0 && <ChooseOne status={status} />
        ) : (
          <>
            <Boundary instead={() => null}>
              <Suspense fallback={null}>
                <DetailHead status={status} filter={filter} neighbours={neighbours} />
              </Suspense>
            </Boundary>
            <Boundary key={id} isPart>
              <Suspense fallback={<Loading />}>
                <NotificationDetail id={id} listed={found.all.find((each) => each.id === id)} onGiven={onGiven} />
              </Suspense>
            </Boundary>
          </>
        )}
      </div>
    </div>
  );
}

/** Beside a list of questions, none of which is open. */
function ChooseOne({ status }: Pick<PanesProps, 'status'>) {
  const text = useText();
  const isOver = status === 'completed' || status === 'expired';
  return (
    <Empty icon={<MailInboxCheckmarkRegular />} title={text('notifications.choose.title')}>
      {text(isOver ? 'notifications.choose.outcome' : 'notifications.choose.text')}
    </Empty>
  );
}
