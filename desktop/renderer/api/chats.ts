import { hashKey, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
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
import { useAttemptKey } from './attemptKey.ts';
import { CHAT_LISTS, EVERY_CHAT } from './chatLists.ts';
import type { Api } from './client.ts';
import { joined } from './joinedLog.ts';
import type { LogPlace } from './logPlace.ts';
import { messagesKey } from './messagesKey.ts';
import { KEYS, useApi, type Page } from './queries.ts';
import { expectTyped } from './typing.ts';

const chatKey = (id: string) => [...KEYS.chats, 'one', id];

const pathOf = (id: string): string => `/chats/${encodeURIComponent(id)}`;
const pathOfLog = ({ chatId, logId }: LogPlace): string =>
  logId === null ? pathOf(chatId) : `/logs/${encodeURIComponent(logId)}`;

const chatQuery = (api: Api, id: string) => ({
  queryKey: chatKey(id),
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Chat>(pathOf(id), signal),
});

export const useChat = (id: string) => useQuery(chatQuery(useApi(), id));

/** A chat as the server has it now; not before it was read anew, because changes are based on it. */
export const useNewestChat = (id: string) => {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...chatQuery(useApi(), id),
    refetchOnMount: 'always',
  });
  return { data: isFetchedAfterMount ? data : undefined, error: isFetchedAfterMount ? error : null, refetch };
};

/** Reads a chat again, bypassing the cache. @throws ApiProblem */
export const useReadChat = () => {
  const api = useApi();
  const queries = useQueryClient();
  return (id: string): Promise<Chat> => queries.fetchQuery({ ...chatQuery(api, id), staleTime: 0 });
};

/** Creates a chat, or changes the one with this id. */
export const useSaveChat = (id: string | null) => {
  const api = useApi();
  const queries = useQueryClient();
  const attempt = useAttemptKey();
  return useMutation({
    mutationFn: (body: ChatBody) =>
      id === null
        ? api.send<Chat>('POST', '/chats', body, attempt.headersFor(body))
        : api.send<Chat>('PUT', pathOf(id), body),
    onSuccess: (chat) => {
      attempt.succeeded();
      queries.setQueryData(chatKey(chat.id), chat);
      return Promise.all([CHAT_LISTS.inUse, EVERY_CHAT].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
};

const PAGE_LIMIT = 50;

/** The loaded part of a log: from its newest message back to `nextCursor`. */
type Log = Page<ChatMessage>;

const readLog = (api: Api, place: LogPlace, cursor: string | null, signal?: AbortSignal): Promise<Log> => {
  const query = new URLSearchParams({ limit: String(PAGE_LIMIT), ...(cursor && { cursor }) });
  return api.get<Log>(`${pathOfLog(place)}/messages?${query}`, signal);
};

/** A log, newest first. Loaded messages are not read again, because messages never change. */
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

/** Whether there is no gap between these messages and the loaded ones. */
const meets = ({ items }: Log, known: Log | undefined): boolean =>
  !known?.items.length || items.some(({ id }) => known.items.some((each) => each.id === id));

/** Reads the messages before the loaded ones. */
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
 * Watches this page's messages on their way into a log, including those sent before the person left and came back.
 *
 * @param hear called with each message that is now in the log
 * @returns whether a message is on its way
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

/** A message and its idempotency key. */
export interface SentMessage {
  content: string;
  key: string;
}

/** Stores a message from before it is sent until it was accepted or refused. */
export interface SentMessageKeeper {
  read(): SentMessage | null;
  write(message: SentMessage): void;
  clear(): void;
}

/**
 * Posts a message. It appears in the log at once, and only once, even if a call without an answer had arrived. A
 * message with variables, which may be secret, can only be retried by this page.
 */
export const usePostMessage = (place: LogPlace, keeper: SentMessageKeeper) => {
  const api = useApi();
  const queries = useQueryClient();
  const named = useMessageKey(keeper);
  const send = async (body: MessageBody): Promise<Posted> => {
    const before = queries.getQueryData<Log>(messagesKey(place))?.items;
    try {
      return await api.send<Posted>('POST', `${pathOfLog(place)}/messages`, body, named.headersFor(body));
    } catch (error) {
      if (!mayHaveArrived(error)) throw error;
      const there = before && (await readUnheard(api, place, body, before).catch(() => null));
      if (!there) throw error;
      return there;
    }
  };
  return useMutation({
    mutationKey: postKey(place),
    mutationFn: (body: MessageBody) =>
      send(body).then(
        (posted) => {
          named.forget();
          return posted;
        },
        (error: unknown) => {
          if (!mayHaveArrived(error)) named.forget();
          throw error;
        },
      ),
    onSuccess: ({ message, answerId }) => {
      if (answerId !== null) expectTyped(queries, place, answerId);
      queries.setQueryData<Log>(messagesKey(place), (log) => log && joined({ items: [message] }, log));
      void queries.invalidateQueries({ queryKey: messagesKey(place) });
      void queries.invalidateQueries({ queryKey: KEYS.executions });
    },
  });
};

/** Idempotency keys: the same message keeps its key until it was accepted or refused. */
function useMessageKey(keeper: SentMessageKeeper): {
  headersFor(body: MessageBody): Record<string, string>;
  forget(): void;
} {
  const attempt = useAttemptKey();
  return {
    headersFor(body) {
      if (body.variables) return attempt.headersFor(body);
      const { content } = body;
      const kept = keeper.read();
      const key = kept?.content === content ? kept.key : crypto.randomUUID();
      keeper.write({ content, key });
      return { 'idempotency-key': key };
    },
    forget() {
      attempt.succeeded();
      keeper.clear();
    },
  };
}

/** Finds the message in the log, if it arrived although its call got no answer. @param before what was known of it */
async function readUnheard(
  api: Api,
  place: LogPlace,
  { content }: MessageBody,
  before: readonly ChatMessage[],
): Promise<Posted | null> {
  const { items } = await readLog(api, place, null);
  const isNew = ({ id }: ChatMessage) => !before.some((each) => each.id === id);
  const message = items.find((each) => each.role === 'user' && each.content === content && isNew(each));
  return message ? { message, executionId: message.executionId, answerId: null } : null;
}

/** Stops the assistant's answer. */
export const useStopAnswer = (place: LogPlace) => {
  const api = useApi();
  return useMutation({
    mutationFn: (messageId: string) =>
      api.send<void>('POST', `${pathOfLog(place)}/messages/${encodeURIComponent(messageId)}/stop`),
  });
};

const LOGS = [...KEYS.chats, 'logs'];

/** The log of one of the person's assignments. */
export const useLog = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...LOGS, id],
    queryFn: ({ signal }) => api.get<ChatLog>(`/logs/${encodeURIComponent(id)}`, signal),
  });
};

/**
 * Whether the person may open a log. A person asked from a chat may not have access to the chat. Administrators may read
 * the settings of chats that are closed to them. True until the server has answered.
 */
export const useMayOpen = (place: LogPlace): boolean => {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: place.logId === null ? chatKey(place.chatId) : [...LOGS, place.logId],
    queryFn: ({ signal }) => api.get<Chat | ChatLog>(pathOfLog(place), signal),
    retry: false,
  });
  const isClosed = data !== undefined && 'may' in data && !data.may.use;
  return !isClosed && !(error instanceof ApiProblem && (error.status === 403 || error.status === 404));
};

/** The newest logs of assignments. */
export const useLogs = () => {
  const api = useApi();
  return useQuery({ queryKey: LOGS, queryFn: ({ signal }) => api.get<Page<ChatLog>>('/logs?limit=50', signal) });
};

/** The versions of a chat, newest first, as many as a list can show. */
export const useChatVersions = (id: string) => {
  const api = useApi();
  return useQuery({
    queryKey: [...KEYS.chats, 'versions', id],
    queryFn: async ({ signal }) =>
      (await api.get<Page<ChatVersionSummary>>(`${pathOf(id)}/versions?limit=50`, signal)).items,
  });
};
