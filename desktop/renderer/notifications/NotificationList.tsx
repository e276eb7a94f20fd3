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
import type { InboxFilter } from '../routes.ts';
import { Boundary } from '../shell/Boundary.tsx';
import { useNow } from '../useNow.ts';
import { goTo, replaceRoute } from '../useRoute.ts';
import { FilterBar } from './FilterBar.tsx';
import { FreshPill } from './FreshPill.tsx';
import { filtered } from './inboxRules.ts';
import { Nothing } from './Nothing.tsx';
import { Rows } from './Rows.tsx';
import { Tabs } from './Tabs.tsx';
import { useListKeys } from './useListKeys.ts';
import { useSteadyRows } from './useSteadyRows.ts';

const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }));

interface Props {
  notifications: UserNotification[];
  status: NotificationStatus;
  filter: InboxFilter | undefined;
  currentId: string | null;
}

export function NotificationList({ notifications, status, filter, currentId }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { all, rows, fresh, narrowedTo, showFresh } = useRows(notifications, status, filter);
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
        <Boundary isPart>
          <Suspense fallback={null}>
            <BulkBar selected={selection.selected} all={rows} onSelect={selection.choose} />
          </Suspense>
        </Boundary>
      )}
      <FreshPill count={fresh.length} list={list} onShow={showFresh} />
      {rows.length === 0 ? (
        <Nothing status={status} isFiltered={filter !== undefined} onClear={() => onFilter({})} />
      ) : (
        <Rows
          list={list}
          rows={rows}
          status={status}
          filter={narrowedTo}
          currentId={currentId}
          isSelected={selection.has}
          onSelect={status === 'pending' ? selection.toggle : null}
        />
      )}
    </>
  );
}

const NO_FILTER: InboxFilter = {};

/**
 * What a tab has, what of it the filter shows, and what of that has come since the tab was opened. `narrowedTo` is the
 * filter that they were found with: rows come after the letter that was typed, never before it.
 */
function useRows(notifications: UserNotification[], status: NotificationStatus, filter: InboxFilter | undefined) {
  const now = useNow();
  const all = useMemo(() => notifications.filter((each) => each.status === status), [notifications, status]);
  const { shown, fresh, showFresh } = useSteadyRows(all, status);
  const narrowedTo = useDeferredValue(filter);
  const asked = narrowedTo ?? NO_FILTER;
  const narrowed = status === 'pending' ? asked : { ...asked, due: undefined };
  const narrow = (rows: readonly UserNotification[]) => filtered(rows, narrowed, now);
  return { all, rows: narrow(shown), fresh: narrow(fresh), narrowedTo, showFresh };
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
