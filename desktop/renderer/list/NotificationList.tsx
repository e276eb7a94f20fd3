import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { useAssignmentCounts } from '../api/assignmentCounts.ts';
import { itemsOf, PENDING, useInbox, useMarkRead } from '../api/inbox.ts';
import type { InboxFilter } from '../routes.ts';
import { Boundary } from '../shell/Boundary.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { goTo, replaceRoute } from '../useRoute.ts';
import { FilterBar } from './FilterBar.tsx';
import { Nothing } from './Nothing.tsx';
import { Rows } from './Rows.tsx';
import { isNarrowing } from './inboxRules.ts';
import { Tabs } from './Tabs.tsx';
import { useListKeys } from './useListKeys.ts';
import type { Neighbours } from './useNeighbours.ts';
import type { FoundRows } from './useRows.ts';

const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }));
const FreshPill = lazy(async () => ({ default: (await import('./FreshPill.tsx')).FreshPill }));
const ToldStrip = lazy(async () => ({ default: (await import('../assignments/ToldStrip.tsx')).ToldStrip }));

interface Props {
  status: NotificationStatus;
  filter: InboxFilter | undefined;
  currentId: string | null;
  found: FoundRows;
  neighbours: Neighbours;
}

export function NotificationList({ status, filter, currentId, found, neighbours }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { all, rows, fresh, showFresh } = found;
  const pending = itemsOf(useInbox(PENDING).data);
  const selection = useSelection(status === 'pending' ? rows : []);
  useBackFocus(list, currentId);
  useKeys({ list, search, rows, selection, status, filter, currentId, neighbours });
  const onFilter = (next: InboxFilter): void =>
    replaceRoute({
      page: 'notifications',
      id: currentId,
      status,
      ...(Object.keys(next).length > 0 && { filter: next }),
    });
  return (
    <>
      <Tabs status={status} filter={filter} />
      {(all.length > 0 || isNarrowing(filter)) && (
        <FilterBar
          notifications={[...all, ...pending]}
          status={status}
          filter={filter ?? {}}
          onFilter={onFilter}
          searchRef={search}
        />
      )}
      {selection.isUsed && (
        <LazyPart>
          <BulkBar selected={selection.selected} found={found} onSelect={selection.choose} />
        </LazyPart>
      )}
      {status === 'pending' && filter === undefined && <Told />}
      {fresh.length > 0 && (
        <LazyPart>
          <FreshPill count={fresh.length} list={list} onShow={showFresh} />
        </LazyPart>
      )}
      {found.problem ? (
        <Failed error={found.problem} onRetry={found.retry} />
      ) : found.isLooking ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Nothing status={status} isFiltered={isNarrowing(filter)} onClear={() => onFilter(scopeOf(filter))} />
      ) : (
        <Rows
          list={list}
          found={found}
          status={status}
          currentId={currentId}
          isSelected={selection.has}
          onSelect={status === 'pending' ? selection.toggle : null}
        />
      )}
    </>
  );
}

const scopeOf = ({ scope }: InboxFilter = {}): InboxFilter => (scope ? { scope } : {});

/** What comes into the list with a file of its own, as soon as it is needed. */
const LazyPart = ({ children }: { children: ReactNode }) => (
  <Boundary isPart>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
);

/** What the person has not read of assignments, where there is any. */
function Told() {
  const unread = useAssignmentCounts().data?.unread;
  if (!unread || unread.inbound + unread.outbound === 0) return null;
  return (
    <LazyPart>
      <ToldStrip unread={unread} />
    </LazyPart>
  );
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

interface KeysProps extends Pick<Props, 'status' | 'filter' | 'currentId' | 'neighbours'> {
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  rows: readonly UserNotification[];
  selection: ReturnType<typeof useSelection>;
}

function useKeys({ list, search, rows, selection, status, filter, currentId, neighbours }: KeysProps): void {
  const { mutate: markRead } = useMarkRead();
  const focusSearch = useSearchFocus(search, currentId);
  const open = (id: string | null): void => goTo({ page: 'notifications', id, status, filter });
  useListKeys(
    { element: list, currentId, neighbours },
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
