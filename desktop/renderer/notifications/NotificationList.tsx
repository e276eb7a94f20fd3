import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  HistoryRegular,
  MailInboxCheckmarkRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { useMarkRead } from '../api/queries.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useNow } from '../useNow.ts';
import { goTo, replaceRoute } from '../useRoute.ts';
import { FilterBar } from './FilterBar.tsx';
import { FreshPill } from './FreshPill.tsx';
import { filtered } from './inboxRules.ts';
import { Rows } from './Rows.tsx';
import { useListKeys } from './useListKeys.ts';
import { useSteadyRows } from './useSteadyRows.ts';

const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }));

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
  nothing: { display: 'flex', flexDirection: 'column', alignItems: 'center' },
});

const TABS = [
  { status: 'pending', icon: <MailInboxCheckmarkRegular /> },
  { status: 'completed', icon: <CheckmarkCircleRegular /> },
  { status: 'expired', icon: <HistoryRegular /> },
] as const;

interface Props {
  notifications: UserNotification[];
  status: NotificationStatus;
  filter: InboxFilter | undefined;
  currentId: string | null;
}

export function NotificationList({ notifications, status, filter, currentId }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { all, rows, fresh, showFresh } = useRows(notifications, status, filter);
  const selection = useSelection(status === 'pending' ? rows : []);
  useBackFocus(list, currentId);
  useKeys({ list, search, rows, selection, status, filter, currentId });
  const onFilter = (next: InboxFilter): void =>
    replaceRoute({
      page: 'notifications',
      id: currentId,
      status,
      ...(Object.keys(next).length > 0 && { filter: next }),
    });
  return (
    <>
      <Tabs notifications={notifications} status={status} filter={filter} />
      {(all.length > 0 || filter) && (
        <FilterBar
          notifications={notifications}
          status={status}
          filter={filter ?? {}}
          onFilter={onFilter}
          searchRef={search}
        />
      )}
      {selection.isUsed && (
        <Suspense fallback={null}>
          <BulkBar selected={selection.selected} all={rows} onSelect={selection.choose} />
        </Suspense>
      )}
      <FreshPill count={fresh.length} list={list} onShow={showFresh} />
      {rows.length === 0 ? (
        <Nothing status={status} isFiltered={filter !== undefined} onClear={() => onFilter({})} />
      ) : (
        <Rows
          list={list}
          rows={rows}
          status={status}
          filter={filter}
          currentId={currentId}
          isSelected={selection.has}
          onSelect={status === 'pending' ? selection.toggle : null}
        />
      )}
    </>
  );
}

/** What a tab has, what of it the filter shows, and what of that has come since the tab was opened. */
function useRows(notifications: UserNotification[], status: NotificationStatus, filter: InboxFilter = {}) {
  const now = useNow();
  const all = useMemo(() => notifications.filter((each) => each.status === status), [notifications, status]);
  const { shown, fresh, showFresh } = useSteadyRows(all, status);
  const asked = useDeferredValue(filter);
  const narrowed = status === 'pending' ? asked : { ...asked, due: undefined };
  const narrow = (rows: readonly UserNotification[]) => filtered(rows, narrowed, now);
  return { all, rows: narrow(shown), fresh: narrow(fresh), showFresh };
}

const UNTOUCHED: ReadonlySet<string> = new Set();

/** Only what is to be seen can be selected. */
function useSelection(rows: readonly UserNotification[]) {
  const [ids, setIds] = useState(UNTOUCHED);
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return {
    selected: rows.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    isUsed: ids !== UNTOUCHED,
    toggle,
    choose: (chosen: readonly UserNotification[]) => setIds(new Set(chosen.map(({ id }) => id))),
  };
}

interface KeysProps extends Pick<Props, 'status' | 'filter' | 'currentId'> {
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  rows: readonly UserNotification[];
  selection: ReturnType<typeof useSelection>;
}

function useKeys({ list, search, rows, selection, status, filter, currentId }: KeysProps): void {
  const { mutate: markRead } = useMarkRead();
  const focusSearch = useSearchFocus(search, currentId);
  const open = (id: string | null): void => goTo({ page: 'notifications', id, status, filter });
  useListKeys(
    { element: list, ids: rows.map(({ id }) => id), currentId },
    {
      open,
      toggle: (id) => status === 'pending' && selection.toggle(id),
      markRead: (id) => {
        const aimed = selection.selected.length > 0 ? selection.selected : rows.filter((row) => row.id === id);
        for (const { id: each, isRead } of aimed) if (!isRead) markRead(each);
      },
      back: () => open(null),
      search: () => focusSearch() || open(null),
    },
  );
}

/** @returns what focuses the search; where a question hides it, that happens as soon as the question is left */
function useSearchFocus(search: RefObject<HTMLInputElement | null>, currentId: string | null): () => boolean {
  const isWanted = useRef(false);
  const focus = (): boolean => {
    search.current?.focus();
    return document.activeElement === search.current;
  };
  useEffect(() => {
    if (currentId === null && isWanted.current) search.current?.focus();
    isWanted.current = false;
  }, [search, currentId]);
  return () => (isWanted.current = !focus()) === false;
}

/** Who leaves a question goes on from its row. */
function useBackFocus(list: RefObject<HTMLElement | null>, currentId: string | null): void {
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (currentId === null && left.current !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(left.current)}"]`)?.focus();
    left.current = currentId;
  }, [list, currentId]);
}

function Tabs({ notifications, status, filter }: Omit<Props, 'currentId'>) {
  const styles = useStyles();
  const text = useText();
  return (
    <>
      <p className={styles.heading} aria-hidden>
        {text('title.notifications')}
      </p>
      <nav className={styles.tabs} aria-label={text('notifications.tabs')}>
        {TABS.map((tab) => (
          <a
            key={tab.status}
            href={hrefOf({ page: 'notifications', id: null, status: tab.status, filter })}
            className={mergeClasses(styles.tab, tab.status === status && styles.currentTab)}
            aria-current={tab.status === status ? 'page' : undefined}
          >
            {text(`notifications.tab.${tab.status}`)}{' '}
            <span className={styles.count}>{notifications.filter((each) => each.status === tab.status).length}</span>
          </a>
        ))}
      </nav>
    </>
  );
}

interface NothingProps {
  status: NotificationStatus;
  isFiltered: boolean;
  onClear(): void;
}

function Nothing({ status, isFiltered, onClear }: NothingProps) {
  const styles = useStyles();
  const text = useText();
  if (!isFiltered)
    return (
      <Empty icon={TABS.find((tab) => tab.status === status)!.icon} title={text(`notifications.empty.${status}.title`)}>
        {text(`notifications.empty.${status}.text`)}
      </Empty>
    );
  return (
    <div className={styles.nothing}>
      <Empty icon={<SearchRegular />} title={text('filter.none.title')}>
        {text('filter.none.text')}
      </Empty>
      <Button onClick={onClear}>{text('filter.clear')}</Button>
    </div>
  );
}
