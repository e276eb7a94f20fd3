import { useDeferredValue, useEffect, useMemo } from 'react';
import type { InboxTab, UserNotification } from '../../../contract/notifications.ts';
import { itemsOf, sortOf, useGroups, useInbox, useInboxCounts } from '../api/inbox.ts';
import type { InboxFilter } from '../routes.ts';
import { useOutboxState } from '../outbox/OutboxProvider.tsx';
import { useNow } from '../useNow.ts';
import { useSettled } from '../useSettled.ts';
import { tabOf } from '../inboxTab.ts';
import { filtered, isNarrowing, isWholeGroup, nodeOf } from './inboxRules.ts';
import { useSteadyRows } from './useSteadyRows.ts';

export type FoundRows = ReturnType<typeof useRows>;

/** The pause in typing before the server is called. */
const TYPING_MS = 250;
/** The most that can be selected at once. */
export const MOST_SELECTED = 1000;

/**
 * The rows of a tab, those that match the filter, and those that arrived since the tab was opened. `narrowedTo` is the
 * filter of the current rows, which follow typing with a delay. The server only searches if not all pages are loaded.
 */
export function useRows(status: InboxTab, filter: InboxFilter | undefined) {
  const now = useNow();
  const narrowedTo = useDeferredValue(filter);
  const asked = useMemo(
    () => ({ ...narrowedTo, scope: undefined, group: undefined, ...(status !== 'pending' && { due: undefined }) }),
    [status, narrowedTo],
  );
  const { sort } = asked;
  const whole = useInbox({ status, sort });
  const isSearched = whole.hasNextPage && isNarrowing(asked);
  const searched = useInbox({ status, ...useSettled(asked, TYPING_MS) }, isSearched);
  const source = isSearched && searched.data ? searched : whole;
  const count = useCount(status, asked, isSearched);
  const all = useMemo(() => ofStatus(source.data, status), [source.data, status]);
  const { shown, fresh, showFresh } = useSteadyRows(all, `${status} ${sort}`);
  const { submissions } = useOutboxState();
  const given = new Set(submissions.filter(({ refusal }) => refusal === null).map(({ requestId }) => requestId));
  const narrow = (items: readonly UserNotification[]) =>
    filtered(items, asked, now).filter((each) => each.status !== 'pending' || !given.has(each.id));
  const gone = status === 'pending' ? all.filter(({ id }) => given.has(id)).length : 0;
  const rows = narrow(shown);
  const hasMore = source.hasNextPage;
  const isReading = source.isFetching || (isSearched && searched.isPending);
  const readOn = (): void => {
    if (hasMore && !isReading) void source.fetchNextPage();
  };
  const isInVain = rows.length === 0 && hasMore && !isReading && !source.isError;
  useEffect(() => {
    if (isInVain) void source.fetchNextPage();
  });

  /** Loads all rows of the filter, up to a limit. */
  async function readAll(): Promise<UserNotification[]> {
    let read = source.data;
    for (let isMore = hasMore; isMore && narrow(ofStatus(read, status)).length < MOST_SELECTED;) {
      const next = await source.fetchNextPage();
      if (next.isError) break;
      [read, isMore] = [next.data, next.hasNextPage];
    }
    const waiting = new Set(fresh.map(({ id }) => id));
    return narrow(ofStatus(read, status))
      .filter(({ id }) => !waiting.has(id))
      .slice(0, MOST_SELECTED);
  }

  return {
    all,
    rows,
    fresh: narrow(fresh),
    narrowedTo,
    /** The sort order. */
    sort: sortOf(status, sort),
    showFresh,
    /** The total, loaded or not; null while unknown. */
    total: !hasMore ? rows.length : count === null ? null : count - gone,
    hasMore,
    isReading,
    /** Nothing found yet, but more to search. */
    isLooking: rows.length === 0 && (hasMore || source.isPending || (isSearched && searched.isPending)),
    /** The number of loaded pages. */
    reads: source.data?.pages.length ?? 0,
    problem: source.data ? null : source.error,
    readOn,
    readAll,
    retry: () => void source.refetch(),
  };
}

/** The server's count of a tab or of a group of equal questions; null if not counted. */
function useCount(status: InboxTab, asked: InboxFilter, isSearched: boolean): number | null {
  const inTab = useInboxCounts()[status];
  const isGroup = isSearched && status === 'pending' && isWholeGroup(asked);
  const groups = useGroups(isGroup).data;
  if (!isSearched) return inTab;
  if (!isGroup) return null;
  return groups?.find((each) => each.flowId === asked.flow && nodeOf(each) === asked.node)?.count ?? null;
}

const ofStatus = (data: Parameters<typeof itemsOf>[0], status: InboxTab): UserNotification[] =>
  itemsOf(data).filter((each) => tabOf(each) === status);
