import { hashKey, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type {
  Chat,
  ChatBody,
  ChatLog,
  ChatMessage,
  ChatVersionSummary,
  MessageBody,
  Posted,
} from '../../../contract/chats.ts';
import { ApiProblem, mayHaveArrived } from './apiProblem.ts';
import type { Api } from './client.ts';
import type { LogPlace } from './logPlace.ts';
import { messagesKey } from './messagesKey.ts';
import { everyItem, KEYS, useApi, type Page } from './queries.ts';
import { expectTyped } from './typing.ts';

const LIST = [...KEYS.chats, 'list'];
const chatKey = (id: string) => [...KEYS.chats, 'one', id];

const pathOf = (id: string): string => `/chats/${encodeURIComponent(id)}`;
const pathOfLog = ({ chatId, logId }: LogPlace): string =>
  logId === null ? pathOf(chatId) : `/logs/${encodeURIComponent(logId)}`;

/** The chats that the person may use, newest first. */
export const useChats = () => {
  const api = useApi();
  return useQuery({ queryKey: LIST, queryFn: ({ signal }) => everyItem<Chat>(api, '/chats', signal) });
};

const chatQuery = (api: Api, id: string) => ({
  queryKey: chatKey(id),
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Chat>(pathOf(id), signal),
});

export const useChat = (id: string) => useQuery(chatQuery(useApi(), id));

/** Reads a chat again, whatever is known of it. @throws ApiProblem */
export const useReadChat = () => {
  const api = useApi();
  const queries = useQueryClient();
  return (id: string): Promise<Chat> => queries.fetchQuery({ ...chatQuery(api, id), staleTime: 0 });
};

/** Makes a chat, or changes the one with this id. */
export const useSaveChat = (id: string | null) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChatBody) =>
      id === null ? api.send<Chat>('POST', '/chats', body) : api.send<Chat>('PUT', pathOf(id), body),
    onSuccess: (chat) => {
      queries.setQueryData(chatKey(chat.id), chat);
      return queries.invalidateQueries({ queryKey: LIST });
    },
  });
};

const PAGE_LIMIT = 50;

/** What is known of the person's own log: from its newest message back to where `nextCursor` goes on. */
type Log = Page<ChatMessage>;

const readLog = (api: Api, place: LogPlace, cursor: string | null, signal?: AbortSignal): Promise<Log> => {
  const query = new URLSearchParams({ limit: String(PAGE_LIMIT), ...(cursor && { cursor }) });
  return api.get<Log>(`${pathOfLog(place)}/messages?${query}`, signal);
};

/** A log, newest first. What is known of it is not read again: nothing that was said changes. */
export const useMessages = (place: LogPlace) => {
  const api = useApi();
  const queries = useQueryClient();
  const known = () => queries.getQueryData<Log>(messagesKey(place));
  return useQuery({
    queryKey: messagesKey(place),
    queryFn: async ({ signal }) => {
      let newest = await readLog(api, place, null, signal);
      while (newest.nextCursor !== null && !meets(newest, known()))
        newest = joined(newest, await readLog(api, place, newest.nextCursor, signal));
      const before = known();
      return before?.items.length ? joined(newest, before) : newest;
    },
  });
};

/** Whether nothing was said between these messages and those that are known. */
const meets = ({ items }: Log, known: Log | undefined): boolean =>
  !known?.items.length || items.some(({ id }) => known.items.some((each) => each.id === id));

const joined = ({ items }: Pick<Log, 'items'>, older: Log): Log => {
  const rest = older.items.filter(({ id }) => !items.some((each) => each.id === id));
  const all = [...items, ...rest].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  return { items: all, nextCursor: older.nextCursor };
};

/** Reads on where what is known of the log ends. */
export const useEarlierMessages = (place: LogPlace) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (cursor: string) => readLog(api, place, cursor),
    onSuccess: (earlier) => queries.setQueryData<Log>(messagesKey(place), (log) => log && joined(log, earlier)),
  });
};

const postKey = (place: LogPlace) => [...messagesKey(place), 'post'];

/**
 * What this page writes into a log, also what whoever went elsewhere and came back had sent before.
 *
 * @param hear told of what stands in the log now
 * @returns whether something is on its way
 */
export function usePosting(place: LogPlace, hear: (body: MessageBody) => void): boolean {
  const queries = useQueryClient();
  const key = hashKey(postKey(place));
  const onPosted = useEffectEvent(hear);
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        const { options, state } = event.mutation;
        if (options.mutationKey && hashKey(options.mutationKey) === key) onPosted(state.variables as MessageBody);
      }),
    [queries, key],
  );
  return useIsMutating({ mutationKey: postKey(place), exact: true }) > 0;
}

/** Writes into the log; what was written stands there at once, and once: a call that nobody heard the end of may have arrived. */
export const usePostMessage = (place: LogPlace) => {
  const api = useApi();
  const queries = useQueryClient();
  const unheard = useRef<Unheard>(null);
  const attempt = async (body: MessageBody): Promise<Posted> => {
    const known = queries.getQueryData<Log>(messagesKey(place))?.items ?? [];
    const sent = JSON.stringify(body);
    if (unheard.current?.sent !== sent)
      unheard.current = {
        sent,
        content: body.content,
        key: crypto.randomUUID(),
        known: new Set(known.map(({ id }) => id)),
        isUnheard: false,
      };
    const there = unheard.current.isUnheard ? await readUnheard(api, place, unheard.current) : null;
    const headers = { 'idempotency-key': unheard.current.key };
    return there ?? api.send<Posted>('POST', `${pathOfLog(place)}/messages`, body, headers);
  };
  return useMutation({
    mutationKey: postKey(place),
    mutationFn: async (body: MessageBody) => {
      const posted = await attempt(body).catch(async (error: unknown) => {
        if (!mayHaveArrived(error)) throw error;
        unheard.current!.isUnheard = true;
        const there = await readUnheard(api, place, unheard.current!).catch(() => null);
        if (!there) throw error;
        return there;
      });
      unheard.current = null;
      return posted;
    },
    onSuccess: ({ message, answerId }) => {
      if (answerId !== null) expectTyped(queries, place, answerId);
      queries.setQueryData<Log>(messagesKey(place), (log) => log && joined({ items: [message] }, log));
      void queries.invalidateQueries({ queryKey: messagesKey(place) });
      void queries.invalidateQueries({ queryKey: KEYS.executions });
    },
  });
};

/** A message that somebody sends, and what stood in its log before. */
interface Unheard {
  sent: string;
  content: string;
  /** The same until it was taken: the server says none twice with one key. */
  key: string;
  known: ReadonlySet<string>;
  /** It was sent, and nothing was heard of it. */
  isUnheard: boolean;
}

/** The same message, where the log has it by now. */
async function readUnheard(api: Api, place: LogPlace, { content, known }: Unheard): Promise<Posted | null> {
  const { items } = await readLog(api, place, null);
  const message = items.find((each) => each.role === 'user' && each.content === content && !known.has(each.id));
  return message ? { message, executionId: message.executionId, answerId: null } : null;
}

/** Stops what the assistant writes to the person. */
export const useStopAnswer = (place: LogPlace) => {
  const api = useApi();
  return useMutation({
    mutationFn: (messageId: string) =>
      api.send<void>('POST', `${pathOfLog(place)}/messages/${encodeURIComponent(messageId)}/stop`),
  });
};

const LOGS = [...KEYS.chats, 'logs'];

/** A log of an assignment of the person's. */
export const useLog = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...LOGS, id],
    queryFn: ({ signal }) => api.get<ChatLog>(`/logs/${encodeURIComponent(id)}`, signal),
  });
};

/**
 * Whether the person may open a log. Somebody who is asked from a chat need not be among those who may use it; true until
 * the server has said so.
 */
export const useMayOpen = (place: LogPlace): boolean => {
  const api = useApi();
  const { error } = useQuery({
    queryKey: place.logId === null ? chatKey(place.chatId) : [...LOGS, place.logId],
    queryFn: ({ signal }) => api.get<Chat | ChatLog>(pathOfLog(place), signal),
    retry: false,
  });
  return !(error instanceof ApiProblem && (error.status === 403 || error.status === 404));
};

/** The newest logs of assignments. */
export const useLogs = () => {
  const api = useApi();
  return useQuery({ queryKey: LOGS, queryFn: ({ signal }) => api.get<Page<ChatLog>>('/logs?limit=50', signal) });
};

/** The versions of a chat, the newest first, as many as a list can show. */
export const useChatVersions = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.chats, 'versions', id],
    queryFn: async ({ signal }) =>
      (await api.get<Page<ChatVersionSummary>>(`${pathOf(id)}/versions?limit=50`, signal)).items,
  });
};
