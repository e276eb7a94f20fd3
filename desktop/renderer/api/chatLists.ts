import { useQuery } from '@tanstack/react-query';
import type { Chat, ListedChat } from '../../../contract/chats.ts';
import { usePages } from './pages.ts';
import { everyItem, KEYS, useApi } from './queries.ts';

/** The keys of the two lists of chats. */
export const CHAT_LISTS = { inUse: [...KEYS.chats, 'list'], retired: [...KEYS.chats, 'retired'] } as const;

/** The key of the list of everybody's chats, with whatever filter. */
export const EVERY_CHAT = [...KEYS.chats, 'everybody'] as const;

/** The chats of everybody, for administrators. Keeps the previous results until the next arrive. @param q an empty text does not filter */
export const useEveryChat = (filter: { retired: boolean; q: string }) =>
  usePages<ListedChat>(EVERY_CHAT, '/admin/chats', { ...filter, retired: String(filter.retired) }, true);

/** The chats that the person may use, without retired ones; newest first. */
export const useChats = () => {
  const api = useApi();
  return useQuery({ queryKey: CHAT_LISTS.inUse, queryFn: ({ signal }) => everyItem<Chat>(api, '/chats', signal) });
};

/** The retired chats that the person has made, newest first. */
export const useRetiredChats = () => {
  const api = useApi();
  return useQuery({
    queryKey: CHAT_LISTS.retired,
    queryFn: ({ signal }) => everyItem<Chat>(api, '/chats?retired=true', signal),
  });
};
