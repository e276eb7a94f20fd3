import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { INBOX_PAGE, MOST_IDS, type InboxCounts } from '../../../contract/inboxPages.ts';
import type { InboxSort, InboxTab, NotificationGroup, UserNotification } from '../../../contract/notifications.ts';
import type { InboxFilter } from '../routes.ts';
import { dueBefore } from '../dueBefore.ts';
import { tabOf } from '../inboxTab.ts';
import type { Api, InboxPage } from './api.ts';
import { ApiProblem } from './apiProblem.ts';
import { KEYS, useApi } from './queries.ts';

/** A filtered tab of the person's inbox. */
export interface InboxSearch extends InboxFilter {
  status?: InboxTab;
  chatId?: string;
  logId?: string;
}

const LISTS = [...KEYS.notifications, 'list'];
const ONES = [...KEYS.notifications, 'one'];
export const PENDING: InboxSearch = { status: 'pending' };

type Pages = InfiniteData<InboxPage>;

/** By due date unless another order is chosen, for tabs with deadlines to come. */
export const sortOf = (status: InboxTab | undefined, sort: InboxFilter['sort']): InboxSort =>
  status === 'pending' || status === 'snoozed' ? (sort ?? 'due') : 'newest';

function pathOf({ q, type, flow, node, due, sort, status, chatId, logId }: InboxSearch, cursor: string): string {
  const query = new URLSearchParams({ limit: String(cursor === '' ? INBOX_PAGE.usual : INBOX_PAGE.most) });
  const given = {
    status,
    chatId,
    logId,
    q,
    type,
    flowId: flow,
    nodeId: node,
    sort: status && sortOf(status, sort),
    dueBefore: due && new Date(dueBefore(due, Date.now())).toISOString(),
    cursor,
  };
  for (const [name, value] of Object.entries(given)) if (value?.trim()) query.set(name, value);
  return `/user/notifications?${query}`;
}

/** How often a list of what is due soon is reloaded: time alone changes it, and no event tells. */
const DUE_AGAIN_MS = 5 * 60_000;

export const inboxQuery = (api: Pick<Api, 'inbox'>, search: InboxSearch) => ({
  queryKey: [...LISTS, search],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string }) =>
    api.inbox(pathOf(search, pageParam), signal),
  initialPageParam: '',
  getNextPageParam: (page: InboxPage) => page.next,
});

export type Inbox = ReturnType<typeof useInbox>;

/** The loaded pages of a filtered tab. */
export function useInbox(search: InboxSearch, isWanted = true) {
  const api = useApi();
  return useInfiniteQuery({
    ...inboxQuery(api, search),
    enabled: isWanted,
    ...(search.due && { refetchInterval: DUE_AGAIN_MS }),
    ...(search.q && { placeholderData: keepPreviousData }), // while the person types
  });
}

export const itemsOf = (data: Pages | undefined): UserNotification[] => data?.pages.flatMap(({ items }) => items) ?? [];

const NO_COUNTS: InboxCounts = { pending: 0, unread: 0, completed: 0, expired: 0, snoozed: 0 };

/** The counts of the whole inbox, loaded or not. */
export function useInboxCounts(): InboxCounts {
  return useInbox(PENDING).data?.pages.at(-1)?.counts ?? NO_COUNTS;
}

/** The given notifications that are in the person's inbox. */
export async function readSome(api: Api, ids: readonly string[], signal?: AbortSignal): Promise<UserNotification[]> {
  const items: UserNotification[] = [];
  for (let at = 0; at < ids.length; at += MOST_IDS) {
    const query = new URLSearchParams({ ids: ids.slice(at, at + MOST_IDS).join(',') });
    items.push(...(await api.inbox(`/user/notifications?${query}`, signal)).items);
  }
  return items;
}

/** One notification, whatever its tab; null if it is not in the inbox. */
export function useNotification(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...ONES, id],
    queryFn: async ({ signal }) => {
      try {
        return (await readSome(api, [id], signal))[0] ?? null;
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'validation_failed') return null; // not a valid id
        throw error;
      }
    },
  });
}

export const useMarkRead = () => {
  const api = useApi();
  const queries = useQueryClient();
  const isBeingRead = () => queries.isFetching({ queryKey: KEYS.notifications }) > 0;
  return useMutation({
    mutationFn: (id: string) => api.send('PATCH', `/user/notifications/${encodeURIComponent(id)}/read`),
    onMutate(id) {
      patchNotification(queries, id, () => ({ isRead: true }));
      return { isOld: isBeingRead() };
    },
    // a read at the same time may not include the change, and would revert it on the page
    onSettled(_data, error, _id, before) {
      if (error || before?.isOld || isBeingRead()) void queries.invalidateQueries({ queryKey: KEYS.notifications });
    },
  });
};

/** The person's pending questions, grouped by equal questions. */
export function useGroups(isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.notifications, 'groups'],
    queryFn: ({ signal }) => api.get<NotificationGroup[]>('/user/notifications/groups', signal),
    enabled: isWanted,
  });
}

/** Snoozes a question until an instant (ISO 8601); null: ends the snooze. */
export const useSnooze = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, until }: { id: string; until: string | null }) =>
      api.send('PATCH', `/user/notifications/${encodeURIComponent(id)}/snooze`, { until }),
    onSuccess: (_data, { id, until }) => patchNotification(queries, id, () => ({ snoozedUntil: until })),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.notifications }),
  });
};

/**
 * Marks an unread notification as read once it is shown. Only once: a read that started before may still say unread.
 */
export function useReadWhenSeen(id: string, isUnread: boolean): void {
  const { mutate: markRead } = useMarkRead();
  const marked = useRef<string>(null);
  useEffect(() => {
    if (!isUnread || marked.current === id) return;
    marked.current = id;
    markRead(id);
  }, [id, isUnread, markRead]);
}

/** The given questions that wait for the person's answer. */
export function usePendingAmong(ids: readonly string[]): ReadonlySet<string> {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: [...KEYS.notifications, 'some', ...ids],
    queryFn: ({ signal }) => readSome(api, ids, signal),
    enabled: ids.length > 0,
  });
  return new Set(data.filter(({ status }) => status === 'pending').map(({ id }) => id));
}

/** Reloads the inbox unless this version is already loaded or being loaded. */
export async function catchUp(queries: QueryClient, api: Pick<Api, 'inbox'>, version: string): Promise<void> {
  await queries.ensureInfiniteQueryData(inboxQuery(api, PENDING)).catch(() => undefined); // its consumer reports the failure
  const lists = queries.getQueryCache().findAll({ queryKey: LISTS, type: 'active' });
  const isCurrent = lists.every(({ state }) =>
    (state.data as Pages | undefined)?.pages.every((page) => page.version === version),
  );
  if (!isCurrent) await queries.invalidateQueries({ queryKey: KEYS.notifications });
}

/** Applies a known change to all cached copies at once, without waiting for the next read. */
export function patchNotification(
  queries: QueryClient,
  id: string,
  change: (notification: UserNotification) => Partial<UserNotification>,
): void {
  const changed = (each: UserNotification): UserNotification => (each.id === id ? { ...each, ...change(each) } : each);
  const known = knownNotification(queries, id);
  const moved = known ? countsMoved(known, changed(known)) : NO_COUNTS;
  queries.setQueriesData<Pages>(
    { queryKey: LISTS },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map(changed),
          counts: page.counts && added(page.counts, moved),
        })),
      },
  );
  queries.setQueryData<UserNotification | null>([...ONES, id], (one) => one && changed(one));
}

/** The last loaded copy of a notification, from any tab. */
export function knownNotification(queries: QueryClient, id: string): UserNotification | undefined {
  const one = queries.getQueryData<UserNotification | null>([...ONES, id]);
  const lists = queries.getQueriesData<Pages>({ queryKey: LISTS });
  return one ?? lists.flatMap(([, data]) => itemsOf(data)).find((each) => each.id === id);
}

function countsMoved(before: UserNotification, after: UserNotification): InboxCounts {
  const minus = Object.entries(countsOf(before)).map(([name, count]) => [name, -count]);
  return added(Object.fromEntries(minus) as InboxCounts, countsOf(after));
}

const countsOf = (each: UserNotification): InboxCounts => ({
  ...NO_COUNTS,
  [tabOf(each)]: 1,
  unread: tabOf(each) === 'pending' && !each.isRead ? 1 : 0,
});

const added = (one: InboxCounts, other: InboxCounts): InboxCounts => ({
  pending: one.pending + other.pending,
  unread: one.unread + other.unread,
  completed: one.completed + other.completed,
  expired: one.expired + other.expired,
  snoozed: one.snoozed + other.snoozed,
});
