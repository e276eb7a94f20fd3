import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Chat, ChatBody, ChatMessage, MessageBody, Posted } from '../../../contract/chats.ts';
import type { Api } from './client.ts';
import { everyItem, KEYS, useApi, type Page } from './queries.ts';
import { expectTyped } from './typing.ts';

const LIST = [...KEYS.chats, 'list'];
const chatKey = (id: string) => [...KEYS.chats, 'one', id];

/** The person's own log of a chat. */
export const messagesKey = (id: string) => [...KEYS.chats, 'messages', id];

const pathOf = (id: string): string => `/chats/${encodeURIComponent(id)}`;

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

/** The person's own log, newest first; each further page is older. */
export const useMessages = (id: string) => {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: messagesKey(id),
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE_LIMIT), ...(pageParam && { cursor: pageParam }) });
      return api.get<Page<ChatMessage>>(`${pathOf(id)}/messages?${query}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
};

/** Writes into the log; what was written stands there at once. */
export const usePostMessage = (id: string) => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: MessageBody) => api.send<Posted>('POST', `${pathOf(id)}/messages`, body),
    onSuccess: ({ message, answerId }) => {
      if (answerId !== null) expectTyped(queries, id, answerId);
      queries.setQueryData<InfiniteData<Page<ChatMessage>>>(messagesKey(id), (log) => log && withNewest(log, message));
      void queries.invalidateQueries({ queryKey: messagesKey(id) });
      void queries.invalidateQueries({ queryKey: KEYS.executions });
    },
  });
};

function withNewest(log: InfiniteData<Page<ChatMessage>>, message: ChatMessage): InfiniteData<Page<ChatMessage>> {
  const [newest, ...older] = log.pages;
  if (!newest || newest.items.some(({ id }) => id === message.id)) return log;
  return { ...log, pages: [{ ...newest, items: [message, ...newest.items] }, ...older] };
}

/** Stops what the assistant writes to the person. */
export const useStopAnswer = (id: string) => {
  const api = useApi();
  return useMutation({
    mutationFn: (messageId: string) =>
      api.send<void>('POST', `${pathOf(id)}/messages/${encodeURIComponent(messageId)}/stop`),
  });
};
