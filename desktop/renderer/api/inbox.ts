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
import { ApiProblem, type Api, type InboxPage } from './client.ts';
import { KEYS, useApi } from './queries.ts';

/** A part of the person's inbox. */
export interface InboxSearch extends InboxFilter {
  status?: InboxTab;
  chatId?: string;
  logId?: string;
}

const LISTS = [...KEYS.notifications, 'list'];
const ONES = [...KEYS.notifications, 'one'];
export const PENDING: InboxSearch = { status: 'pending' };

type Pages = InfiniteData<InboxPage>;

/** Those due first, where nothing else is asked for and there is a deadline to come. */
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

const inboxQuery = (api: Api, search: InboxSearch) => ({
  queryKey: [...LISTS, search],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string }) =>
    api.inbox(pathOf(search, pageParam), signal),
  initialPageParam: '',
  getNextPageParam: (page: InboxPage) => page.next,
});

export type Inbox = ReturnType<typeof useInbox>;

/** A part of the inbox, as far as it was read. */
export function useInbox(search: InboxSearch, isWanted = true) {
  const api = useApi();
  return useInfiniteQuery({
    ...inboxQuery(api, search),
    enabled: isWanted,
    ...(search.q && { placeholderData: keepPreviousData }), // while somebody types
  });
}

export const itemsOf = (data: Pages | undefined): UserNotification[] => data?.pages.flatMap(({ items }) => items) ?? [];

const NO_COUNTS: InboxCounts = { pending: 0, unread: 0, completed: 0, expired: 0, snoozed: 0 };

/** How much the inbox holds, read or not. */
export function useInboxCounts(): InboxCounts {
  return useInbox(PENDING).data?.pages.at(-1)?.counts ?? NO_COUNTS;
}

/** Those of these that are in the person's inbox. */
export async function readSome(api: Api, ids: readonly string[], signal?: AbortSignal): Promise<UserNotification[]> {
  const items: UserNotification[] = [];
  for (let at = 0; at < ids.length; at += MOST_IDS) {
    const query = new URLSearchParams({ ids: ids.slice(at, at + MOST_IDS).join(',') });
    items.push(...(await api.inbox(`/user/notifications?${query}`, signal)).items);
  }
  return items;
}

/** One of them, whichever part of the inbox it is in; null when it is in none. */
export function useNotification(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...ONES, id],
    queryFn: async ({ signal }) => {
      try {
        return (await readSome(api, [id], signal))[0] ?? null;
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'validation_failed') return null; // it is no id of anything
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
    // what was read at the same time may not know of it, and would undo it on the page
    onSettled(_data, error, _id, before) {
      if (error || before?.isOld || isBeingRead()) void queries.invalidateQueries({ queryKey: KEYS.notifications });
    },
  });
};

/** What waits for the person, equal questions together. */
export function useGroups(isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.notifications, 'groups'],
    queryFn: ({ signal }) => api.get<NotificationGroup[]>('/user/notifications/groups', signal),
    enabled: isWanted,
  });
}

/** Puts a question out of sight until an instant (ISO 8601), or null: back again. */
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

/** Whoever sees an unread notification has read it. It is said once: what was asked for before may still call it unread. */
export function useReadWhenSeen(id: string, isUnread: boolean): void {
  const { mutate: markRead } = useMarkRead();
  const marked = useRef<string>(null);
  useEffect(() => {
    if (!isUnread || marked.current === id) return;
    marked.current = id;
    markRead(id);
  }, [id, isUnread, markRead]);
}

/** Those of these that wait for the person's answer. */
export function usePendingAmong(ids: readonly string[]): ReadonlySet<string> {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: [...KEYS.notifications, 'some', ...ids],
    queryFn: ({ signal }) => readSome(api, ids, signal),
    enabled: ids.length > 0,
  });
  return new Set(data.filter(({ status }) => status === 'pending').map(({ id }) => id));
}

/** Reads the inbox again unless what was read, or is just being read, is this version of it. */
export async function catchUp(queries: QueryClient, api: Api, version: string): Promise<void> {
  await queries.ensureInfiniteQueryData(inboxQuery(api, PENDING)).catch(() => undefined); // who shows it says what failed
  const lists = queries.getQueryCache().findAll({ queryKey: LISTS, type: 'active' });
  const isCurrent = lists.every(({ state }) =>
    (state.data as Pages | undefined)?.pages.every((page) => page.version === version),
  );
  if (!isCurrent) await queries.invalidateQueries({ queryKey: KEYS.notifications });
}

/** What is known to have changed stands everywhere at once, whatever becomes of the next look at it. */
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

/** What was read of it last, in whichever part of the inbox. */
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
