import { useQuery } from '@tanstack/react-query';
import type { Chat } from '../../../contract/chats.ts';
import { everyItem, KEYS, useApi } from './queries.ts';

/** The keys of the two lists of chats. */
export const CHAT_LISTS = { inUse: [...KEYS.chats, 'list'], retired: [...KEYS.chats, 'retired'] } as const;

/** The chats that the person may use, without retired ones; newest first. */
export const useChats = () => {
  const api = useApi();
  return useQuery({ queryKey: CHAT_LISTS.inUse, queryFn: ({ signal }) => everyItem<Chat>(api, '/chats', signal) });
};

/** The retired chats that the person owns, newest first. */
export const useRetiredChats = () => {
  const api = useApi();
  return useQuery({
    queryKey: CHAT_LISTS.retired,
    queryFn: ({ signal }) => everyItem<Chat>(api, '/chats?retired=true', signal),
  });
};
