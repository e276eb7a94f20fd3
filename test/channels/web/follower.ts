import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ServerEvent } from '../../../contract/events.ts';
import { fromCountsHeader } from '../../../contract/inboxPages.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { ConnectionState } from '../../../desktop/eventStream.ts';
import type { Api, InboxPage } from '../../../desktop/renderer/api/api.ts';
import { followEvents } from '../../../desktop/renderer/api/followEvents.ts';
import { inboxQuery, PENDING } from '../../../desktop/renderer/api/inbox.ts';
import { messagesKey } from '../../../desktop/renderer/api/messagesKey.ts';
import { KEYS } from '../../../desktop/renderer/api/queries.ts';
import { heardOf } from '../../support/heardEvents.ts';
import { clientOf, type Client } from '../../support/product.ts';

/** A person's client: what its pages have read, kept up to date by the real client's code. */
export interface Follower {
  person: string;
  client: Client;
  /** Every event of all streams it has had. */
  events: ServerEvent[];
  state(): ConnectionState;
  /** Each view that shows anything else than the server has. */
  behind(): Promise<string[]>;
  /** Loses the connection. */
  cut(): void;
  /** Reconnects at once if the connection is lost. */
  hurry(): void;
  close(): void;
}

interface View {
  name: string;
  key: readonly unknown[];
  path: string;
}

const viewsOf = (chatIds: string[]): View[] => [
  { name: 'executions', key: [...KEYS.executions, 'list'], path: '/executions?limit=50' },
  ...chatIds.map((chatId) => ({
    name: `chat ${chatId}`,
    key: messagesKey({ chatId, logId: null }),
    path: `/chats/${chatId}/messages?limit=50`,
  })),
  { name: 'assignments', key: [...KEYS.assignments, 'list'], path: '/assignments?limit=50' },
  { name: 'sent', key: [...KEYS.assignments, 'sent'], path: '/assignments?direction=outbound&limit=50' },
  { name: 'counts', key: [...KEYS.assignments, 'counts'], path: '/assignments/counts' },
];

/** Signs a person in to a server and opens all views. @param chatIds whose logs are shown */
export function follow(url: string, person: string, token: string, chatIds: string[]): Follower {
  const client = clientOf(url, token);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 2, staleTime: 10_000, gcTime: Infinity } } });
  const get = async (path: string) => {
    const answer = await client.call<unknown>('GET', path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const api: Pick<Api, 'inbox' | 'stream'> = {
    async inbox(path): Promise<InboxPage> {
      const { body, headers } = await get(path);
      const counts = fromCountsHeader(headers.get('inbox-counts'));
      return { items: body as UserNotification[], next: null, counts, version: headers.get('inbox-version') };
    },
    async stream(path, signal) {
      const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response;
    },
  };
  const views = viewsOf(chatIds);
  const inbox = new InfiniteQueryObserver(queries, inboxQuery(api, PENDING));
  const ends = views.map(({ key, path }) =>
    new QueryObserver(queries, { queryKey: key, queryFn: async () => (await get(path)).body }).subscribe(() => {}),
  );
  ends.push(inbox.subscribe(() => {}));
  const events: ServerEvent[] = [];
  let state: ConnectionState = 'connecting';
  let online = (): void => undefined;
  let offline = (): void => undefined;
  const end = followEvents({
    queries,
    api: {
      ...api,
      stream: async (path, signal) => heardOf(await api.stream(path, signal), (each) => events.push(each)),
    },
    network: {
      isOnline: () => true,
      listen(...listeners) {
        [online, offline] = listeners;
        return () => undefined;
      },
    },
    onState: (next) => void (state = next),
    onAsked: () => void inbox.refetch(),
  });

  return {
    person,
    client,
    events,
    state: () => state,
    async behind() {
      const shown = await api.inbox('/user/notifications?limit=50&status=pending&sort=due');
      const known = queries.getQueryData<{ pages: InboxPage[] }>([...KEYS.notifications, 'list', PENDING])?.pages[0];
      const found = differ(known?.items, shown.items) ? ['inbox'] : [];
      for (const { name, key, path } of views)
        if (differ(queries.getQueryData(key), (await get(path)).body)) found.push(name);
      return found.map((name) => `${name} of ${person}`);
    },
    cut: () => offline(),
    hurry: () => online(),
    close() {
      end();
      ends.forEach((each) => each());
      queries.clear();
    },
  };
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
